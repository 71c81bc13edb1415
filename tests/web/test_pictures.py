"""What counts as the same picture."""

from PIL import Image, ImageDraw

from tests.support.pictures import MOST_DIFFERENT, different


def drawn(x: int, colour: str = "black") -> Image.Image:
    """A sheet with a card on it, at this place."""
    sheet = Image.new("RGB", (200, 200), "white")
    ImageDraw.Draw(sheet).rectangle((x, 40, x + 60, 120), outline=colour, fill="wheat", width=2)
    return sheet


def test_a_line_that_is_a_shade_lighter_is_the_same() -> None:
    assert different(drawn(50), drawn(50)) == 0
    assert different(drawn(50), drawn(50, "#222222")) <= MOST_DIFFERENT


def test_a_card_that_moved_or_is_gone_is_another_picture() -> None:
    assert different(drawn(50), drawn(60)) > MOST_DIFFERENT
    assert different(drawn(50), Image.new("RGB", (200, 200), "white")) > MOST_DIFFERENT
    assert different(drawn(50), drawn(50).resize((199, 200))) == 1
