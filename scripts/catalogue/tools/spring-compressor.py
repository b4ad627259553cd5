"""A pair of coil spring compressors: trapezoidal spindle with 24 mm hexagon, two double claws each, safety pins."""

import materials as m
from parts import bolt, ring_pin
from shapes import group, lathe, place, plate, rest, ring
from studio import View
from sweeps import loft, smooth_path, thread

VIEW = View(azimuth=-30, elevation=32, fill=0.9)
DETAIL = View(azimuth=-22, elevation=32, target=(-104, -58, 36), span=170)


def claw(way):
    """A double claw about the origin, spindle along X; `way` 1 opens toward -X, -1 toward +X; hooks up."""
    paint = m.orange_paint()
    shape = [
        (2, -12), (14, -10), (18, 6), (18, 30), (13, 50), (-2, 61), (-20, 63), (-33, 58), (-35, 50), (-30, 46), (-18, 47), (-8, 42), (-5, 34),
        (-9, 26), (-18, 23), (-30, 22), (-34, 17), (-31, 10), (-22, 4), (-12, -8),
    ]
    outline = smooth_path([(x * way, y) for x, y in (*shape, shape[0])], 5)[:-1]
    parts = []
    for side in (-1, 1):
        parts.append(place(plate(outline, 15, paint, 3.2), (0, 30 * side, 2), (90, 0, 0)))
        parts += group(ring_pin(44, 2.6, 9, m.zinc()), (-25 * way, 30 * side, 65), (0, 0, 30 * side))
    bridge = loft([(0, -36, 0, 30, 30, 4), (0, -20, 0, 32, 30, 4), (0, 0, 0, 36, 34, 3), (0, 20, 0, 32, 30, 4), (0, 36, 0, 30, 30, 4)], paint)
    boss = place(lathe([(0, 0), (19, 0), (20, 3), (20, 37), (19, 40), (0, 40)], paint, 1.6), (-20, 0, 0), axis="X")
    return [*parts, bridge, boss]


def compressor(near, far):
    """One compressor along X, hexagon at -X, its claws at x = `near` and `far`."""
    black = m.black_steel()
    spindle = place(thread(8.6, 344, 4, black, 1.7), (-172, 0, 0), axis="X")
    head = [place(part, (-172, 0, 0), (0, 180, 0), "X") for part in bolt(24, 18, m.zinc())]
    collar = place(ring(14, 8, 7, m.zinc(), 1), (near - 29, 0, 0), axis="X")
    stop = place(lathe([(0, 0), (11, 0), (11, 8), (0, 8)], m.zinc(), 1), (168, 0, 0), axis="X")
    return [spindle, *head, collar, stop, *group(claw(-1), (near, 0, 0)), *group(claw(1), (far, 0, 0))]


def build():
    """Both lying side by side, hooks up and a little toward the camera."""
    rest(group(compressor(-104, 96), (-18, -62, 0), (16, 0, 0)))
    rest(group(compressor(-92, 112), (40, 104, 0), (16, 0, 0)))
