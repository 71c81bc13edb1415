"""The procedures of the rule book. A frame of the stack continues when the frame above it is done."""
