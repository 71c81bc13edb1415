"""What an operator sees: logs, metrics, traces, and the memory that is given back."""
