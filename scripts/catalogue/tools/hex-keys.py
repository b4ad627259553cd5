"""Nine long hex keys nested in a numbered holder."""

import marks
import materials as m
from shapes import box, fillet, group, place, polygon, rest
from studio import View
from sweeps import rounded_rod

KEYS = ((10, 224, 40), (8, 206, 37), (6, 186, 34), (5, 165, 31), (4, 146, 28), (3, 129, 25), (2.5, 115, 22), (2, 102, 19), (1.5, 90, 17))
ROW = 12.5
VIEW = View(azimuth=24, elevation=46)
DETAIL = View(azimuth=20, elevation=44, target=(92, 44, 14), span=125)


def key(size, long, short):
    """One L of hexagon rod: corner at the origin, long arm along +X, short arm along +Y."""
    path = fillet([(long, 0, 0), (0, 0, 0), (0, short, 0)], size * 1.5 + 1.5, 10, closed=False)
    return rounded_rod(path, polygon(6, size, 30), m.satin_chrome(), size * 0.12 + 0.1)


def holder(at, rows):
    """The graphite bar through which all long arms pass, with a number for each key."""
    wide = ROW * (rows - 1) + 20
    body = place(box((26, wide, 19), m.nylon(), 3, 4), (at, ROW * (rows - 1) / 2, 0))
    stripe = place(box((2.2, wide - 8, 0.6), m.orange_plastic(), 0.2), (at - 8.6, ROW * (rows - 1) / 2, 9.4))
    parts = [body, stripe]
    for row, (size, _, _) in enumerate(KEYS):
        parts.append(place(marks.text(f"{size:g}", 7, m.ink(False), 0.2), (at + 2.5, row * ROW, 9.5), (0, 0, 0)))
    return parts


def build():
    """Keys side by side, largest nearest the camera, all through the holder."""
    parts, x = holder(96, len(KEYS)), 0.0
    for row, (size, long, short) in enumerate(KEYS):
        parts += group([key(size, long, short)], at=(x, row * ROW, 0))
        following = KEYS[row + 1][0] if row + 1 < len(KEYS) else 0
        x += (size + following) / 2 + 1.6
    rest(parts)
