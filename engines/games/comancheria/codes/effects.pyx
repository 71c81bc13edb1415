"""The numbers of what cards do: effects at a moment, lasting effects, culture cards and War Events."""
