"""Eight combination wrenches in a slotted holder with a hole to hang it from a nail."""

import marks
import materials as m
from shapes import box, circle, cut, cylinder, fillet, group, place, plate, rest, twelve_point
from studio import View

SIZES = (22, 19, 17, 15, 13, 12, 10, 8)
BAR = 92.0
VIEW = View(azimuth=-24, elevation=50)
DETAIL = View(azimuth=-20, elevation=46, target=(-92, 20, 14), span=165)


def jaw(size, thick):
    """The open end around the origin, its mouth toward -Y, turned by 15°."""
    radius, half = size * 1.08, size / 2
    lips = [(size * 0.84, -size * 0.75), (size * 1.0, -size * 0.72), (size * 1.06, -size * 0.6), (size * 0.98, -half)]
    floor = circle(half, (-size * 0.12, 0), 15, -90, -270)
    outline = [*circle(radius, (0, 0), 48, 46, 314), *fillet(lips, size * 0.06, 2, closed=False), *floor, *[(x, -y) for x, y in reversed(lips)]]
    return place(plate(outline, thick, m.chrome(), thick * 0.16), turn=(0, 0, -105))


def spanner(size):
    """One wrench along +Y: open end at the origin, twelve-point box at the far end, size in the panel."""
    long, wide, thick, wall = 100 + size * 7.3, size * 0.42 + 4, size * 0.2 + 2.2, size * 0.66 + 2
    far = long - size * 0.58
    right = [(size * 0.68, size * 0.8), (wide * 0.5, size * 1.7), (wide * 0.46, long - wall * 1.9), (wide * 0.62, far)]
    outline = fillet([*right, *[(-x, y) for x, y in reversed(right)]], size * 1.2, 6)
    shaft = plate(outline, thick, m.chrome(), thick * 0.32)
    middle, reach = (size * 1.9 + long - wall * 2.2) / 2, (long - wall * 2.2 - size * 1.9) / 2
    panel = fillet([(-wide * 0.27, -reach), (wide * 0.27, -reach), (wide * 0.25, reach), (-wide * 0.25, reach)], wide * 0.26)
    cut(shaft, place(plate(panel, 3, m.satin_chrome(), 0.05), (0, middle, thick / 2 + 0.9)))
    inlay = place(plate(panel, 0.5, m.satin_chrome(), 0.02), (0, middle, thick / 2 - 0.62))
    words = [place(marks.text(str(size), wide * 0.62, m.chrome(), 0.5, 0.05), (0, middle + reach * k, thick / 2 - 0.2)) for k in (-0.62, 0.62)]
    ring = place(plate(circle(wall), size * 0.34 + 3, m.chrome(), size * 0.05 + 0.3, [twelve_point(size)]), (0, long, 0))
    return [shaft, inlay, *words, ring, jaw(size, thick * 1.35)]


def holder(places, left, right):
    """The graphite bar under the shafts: a slot and a number for each size, and the hole at the wide end."""
    bar = place(box((right - left + 44, 30, 20), m.nylon(), 3, 4), ((right + left) / 2 - 13, BAR, 0))
    eye = place(cylinder(5.5, 40, m.nylon(), 0.1), (left - 22, BAR, -20))
    slots = [place(box((size * 0.42 + 5.2, 60, 14), m.nylon(), 1, 2), (x, BAR, 8)) for size, x in places]
    cut(bar, eye, *slots)
    stripe = place(box((right - left + 20, 2, 2), m.orange_plastic(), 0.4), ((right + left) / 2 - 3, BAR - 14.6, -3))
    numbers = [
        place(marks.text(str(size), 7.5, m.ink(False), 0.2), (x - size * 0.21 - 7.6, BAR - 7, 10.02)) for size, x in places
    ]
    return [bar, stripe, *numbers]


def build():
    """The set lying in its holder, largest on the left, open ends toward the camera."""
    x, places, parts = -140.0, [], []
    for size in SIZES:
        x += size * 1.12 + 2
        places.append((size, x))
        x += size * 1.12 + 2
    for size, where in places:
        parts += group(spanner(size), at=(where, 0, 4 + size * 0.1))
    parts += holder(places, places[0][1] - 14, places[-1][1] + 6)
    rest(parts)
