"""What cards do: effects at a moment, effects that last, culture cards, War Events."""
