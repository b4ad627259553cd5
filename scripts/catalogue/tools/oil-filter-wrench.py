"""Oil filter wrench: spring-steel band 20 mm wide, pinned into a yoke, swivel handle with a dipped grip."""

import math

import materials as m
from parts import socket_screw
from shapes import box, cylinder, fillet, group, place, plate, rest, ring
from studio import View
from sweeps import loft, section, smooth_path, sweep

VIEW = View(azimuth=-20, elevation=42, fill=0.88)
DETAIL = View(azimuth=-6, elevation=34, target=(40, -50, 12), span=125)
A, B = (54.0, 13.0), (72.0, -13.0)


def band():
    """The band: out of pin A, once around the filter, into pin B; folded ends riveted."""
    steel = m.surface("spring steel", (0.56, 0.57, 0.585), 0.17, 1, smudge=0.07, bump=0.006, grain=2.0, stretch=(1, 1, 0.04))
    turns = [(45 * math.cos(math.radians(a)), 45 * math.sin(math.radians(a)), 0) for a in range(34, 327, 6)]
    path = [(A[0], A[1] + 3.4, 0), (49, 17.4, 0), *turns, (44, -21.2, 0), (56, -18.6, 0), (B[0], B[1] - 3.4, 0)]
    strap = sweep(smooth_path(path, 4), section(1.1, 20, 14, 24), steel)
    parts = [strap]
    for x, y in (A, B):
        parts.append(place(ring(4.2, 3, 20, steel, 0.3, 40), (x, y, -10)))
    parts.append(strip(steel, [(A[0], A[1] - 3.4, 0), (47, 14, 0), (40.4, 17.2, 0), (36.4, 24, 0)]))
    parts.append(strip(steel, [(B[0], B[1] + 3.4, 0), (58, -13.6, 0), (46, -16.4, 0), (37, -22, 0)]))
    for x, y, turn in ((40.5, -22.6, 202), (52, -19.7, 192)):
        parts += [place(cylinder(2.2, 1.4, m.zinc(), 0.5, 24), (x, y, z), (90, 0, turn - 180)) for z in (-5, 5)]
    return parts


def strip(steel, path):
    """The folded-back end of the band."""
    return sweep(smooth_path(path, 8), section(1.1, 20, 14, 24), steel)


def yoke():
    """Two pressed cheeks over both pins, closed at the neck."""
    paint = m.graphite_paint()
    shape = fillet([(46, 20), (62, 20), (104, 9), (118, 9), (118, -9), (104, -9), (80, -20), (66, -20)], 7)
    cheeks = [place(plate(shape, 2.6, paint, 0.8), (0, 0, z)) for z in (-11.9, 11.9)]
    web = place(box((12, 17, 24), paint, 2), (106, 0, 0))
    pins = []
    for x, y in (A, B):
        pins.append(place(cylinder(3, 27, m.zinc(), 0.4), (x, y, -13.5)))
        pins.append(place(cylinder(5, 2.2, m.zinc(), 0.9), (x, y, 13)))
    return [*cheeks, web, *pins]


def handle():
    """The swiveling handle from the knuckle at x = 116."""
    zinc = m.chrome()
    knuckle = [
        place(cylinder(8.5, 11, zinc, 1.2), (124, -5.5, 0), axis="Y"),
        *[place(plate(fillet([(108, -9), (124, -9), (132, 0), (124, 9), (108, 9)], 6), 4, m.graphite_paint(), 1), (0, y, 0), (90, 0, 0)) for y in (-8, 8)],
        place(cylinder(3.4, 24, m.zinc(), 0.5), (124, -12, 0), axis="Y"),
        place(socket_screw(5, 2.4, m.zinc()), (124, -10.4, 0), (90, 0, 0)),
    ]
    rod = loft([(124, 0, 0, 10, 15, 4), (134, 0, 0, 10, 13, 3), (142, 0, 0, 10, 10, 2), (160, 0, 0, 10, 10, 2), (232, 0, 0, 10, 10, 2)], zinc)
    soft = m.orange_plastic()
    grip = loft([
        (158, 0, 0, 12, 12, 2), (160, 0, 0, 18, 18, 2), (163, 0, 0, 20, 20, 2), (168, 0, 0, 19, 19, 2), (200, 0, 0, 21.5, 20, 2.2),
        (232, 0, 0, 20, 19, 2.2), (244, 0, 0, 21, 20, 2.2), (249, 0, 0, 17, 17, 2), (250.5, 0, 0, 9, 9, 2),
    ], soft)
    ribs = [place(ring(10.9 - abs(k - 5) * 0.06, 8, 2.6, m.soft_grip(), 1.0), (174 + 5.6 * k, 0, 0), axis="X") for k in range(11)]
    return [*knuckle, rod, grip, *ribs]


def build():
    """The wrench lying on band and yoke, the handle hanging in its knuckle, swung to the lower right."""
    lever = group(group(group(handle(), (-124, 0, 0)), turn=(0, 4.6, 0)), (124, 0, 0))
    rest(group(group([*band(), *yoke(), *lever], turn=(0, -1.9, 0)), turn=(0, 0, -52)))
