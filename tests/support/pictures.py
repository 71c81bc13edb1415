"""Pictures of the page, compared with those that were reviewed. A few points may differ, as letters do by machine."""

import io
import os
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Locator

GOLDENS = Path(__file__).parents[1] / "web" / "goldens"
SEEN = Path(__file__).parents[2] / "build" / "pictures"
"""Where a picture is kept that differs."""
BLUR = 2
"""Points over which a picture is blurred first, so that the edge of a letter weighs little."""
FAR = 40
"""How much lighter or darker of 255 a point is that differs."""
MOST_DIFFERENT = 0.01
"""The share of points that may differ."""


def compare(part: Locator, name: str) -> None:
    """Fails if a part of a page looks unlike its golden. HUNCH_GOLDENS=write makes it the golden."""
    golden = GOLDENS / f"{name}.png"
    raw = part.screenshot(animations="disabled", caret="hide")
    if os.environ.get("HUNCH_GOLDENS") == "write":
        golden.parent.mkdir(exist_ok=True)
        Image.open(io.BytesIO(raw)).convert("RGB").quantize(128).save(golden, optimize=True)
        return
    assert golden.exists(), f"there is no {golden.name}; HUNCH_GOLDENS=write makes it"
    share = different(Image.open(golden), Image.open(io.BytesIO(raw)))
    if share > MOST_DIFFERENT:
        SEEN.mkdir(parents=True, exist_ok=True)
        (SEEN / golden.name).write_bytes(raw)
    assert share <= MOST_DIFFERENT, f"{share:.1%} of {golden.name} differ; {SEEN / golden.name} is what was seen"


def different(one: Image.Image, other: Image.Image) -> float:
    """The share of points that differ; all of them if the sizes do."""
    if one.size != other.size:
        return 1.0
    blur = ImageFilter.BoxBlur(BLUR)
    pair = [image.convert("RGB").filter(blur) for image in (one, other)]
    bands = ImageChops.difference(*pair).split()
    far = [band.point(lambda value: 255 if value > FAR else 0) for band in bands]
    most = ImageChops.lighter(ImageChops.lighter(far[0], far[1]), far[2])
    return most.histogram()[255] / (one.size[0] * one.size[1])
