"""Combination pliers, a little open: toothed jaws with pipe grip and cutter, two-part handles."""

import math

import materials as m
from shapes import circle, group, lathe, place, plate, rest
from studio import View
from sweeps import loft

VIEW = View(azimuth=-18, elevation=48)
DETAIL = View(azimuth=-22, elevation=50, target=(64, 2, 8), span=92)
OPEN = 8


def jaw():
    """The upper half's steel: toothed jaw toward +X, joint at the origin, tang toward -X and -Y."""
    grip = [(46 - 1.0 * i, 0.35 + (0.75 if i % 2 else 0)) for i in range(16)]
    hollow = [
        (29 - 0.75 * i, 0.6 + 3.4 * math.sin(math.pi * i / 17) + (0.7 if i % 2 else 0)) for i in range(18)
    ]
    edge = [(14.5, 0.25), (8, 0.25)]
    back = [(46.6, 5.2), (44, 7.4), (36, 10.4), (24, 13.6), (12, 15.6)]
    outline = [*reversed(edge), *reversed(hollow), *reversed(grip), *back, (2, 15), (2, 1)]
    return plate(outline, 10.5, m.forged(), 0.35)


def half():
    """One half of the pliers in its lower layer (z < 0 at the joint), its handle below the axis."""
    joint = place(plate(circle(15.8, (0, 0), 90), 6, m.forged(), 0.7), (0, 0, -3))
    tang = loft([(4, -6, -1.6, 16, 7, 4), (-8, -9.5, -1, 14, 8.4, 4), (-20, -14, 0, 11.5, 9.4, 4), (-32, -19, 0, 10.5, 9.4, 3.5), (-44, -22.5, 0, 10, 9, 3)], m.forged())
    return [jaw(), joint, tang, *handle()]


def handle():
    """The two-part sleeve: graphite soft grip over an orange core, slip guard at the jaws' end."""
    line = [(-30, -18), (-34, -20), (-44, -23.2), (-60, -26.4), (-80, -28), (-100, -27), (-118, -24), (-130, -21.5), (-134, -20.8), (-135.6, -20.5)]
    wide = [6, 17, 14.6, 15.6, 17, 16.2, 15, 15.6, 13, 5]
    tall = [6, 13, 12.4, 13, 13.8, 13.4, 13, 13.4, 11, 5]
    soft = loft([(x, y, 0, w, t, 2.5) for (x, y), w, t in zip(line, wide, tall)], m.soft_grip())
    guard = loft([(-29, -17.6, 0, 8, 8, 2.4), (-30, -18, 0, 17, 13.4, 2.5), (-33, -19.4, 0, 18.6, 14.2, 2.5), (-36.4, -20.8, 0, 17, 13.4, 2.5), (-37.4, -21.2, 0, 8, 8, 2.4)], m.orange_plastic())
    strip = loft(
        [(-42, -22.7, 0, 2, 2, 3), (-43, -23, 0, 5, 13.6, 3), (-60, -26.4, 0, 6.6, 14.2, 3), (-80, -28, 0, 7.4, 15, 3), (-100, -27, 0, 6.6, 14.6, 3),
         (-117, -24.2, 0, 5, 13.9, 3), (-118, -24, 0, 2, 2, 3)], m.orange_plastic())
    tip = loft([(-129, -21.7, 0, 8, 8, 2.5), (-130, -21.5, 0, 16.6, 14.2, 2.5), (-134.4, -20.7, 0, 15.4, 13.2, 2.5), (-137, -20.2, 0, 10, 9, 2.4), (-137.6, -20, 0, 2, 2, 2)], m.orange_plastic())
    return [soft, guard, strip, tip]


def build():
    """The pliers lying flat, opened, jaws to the right."""
    lower = group(half(), turn=(0, 0, OPEN))
    upper = group(half(), turn=(180, 0, -OPEN))
    rivet = place(lathe([(0, -7), (6.4, -7), (6.4, 7), (5, 7.8), (0, 7.8)], m.steel("X"), 0.5), (0, 0, 0))
    rest(group([*lower, *upper, rivet], at=(40, 0, 0)))
