"""Tools for agents: the games of Hunch over the Model Context Protocol."""
