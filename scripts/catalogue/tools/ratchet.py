"""Reversible ratchet: chromed teardrop head with lever and one screw, two-part grip."""

import math

import materials as m
from shapes import box, circle, cut, cylinder, fillet, group, lathe, place, plate, polygon, rest
from studio import View
from sweeps import loft

VIEW = View(azimuth=-38, elevation=38)
DETAIL = View(azimuth=-30, elevation=42, target=(-76, 0, 18), span=86)


def head():
    """The head around the origin, lever side up, drive down."""
    outline = fillet([*circle(17.5, (0, 0), 48, 36, 324), (21, -7), (30, -5.6), (30, 5.6), (21, 7)], 4)
    body = plate(outline, 15, m.chrome(), 2.6)
    lip = place(lathe([(0, 0), (13.6, 0), (13.6, 1.6), (0, 1.6)], m.satin_chrome(), 0.5), (0, 0, 7.2))
    dial = place(lathe([(0, 0), (8.6, 0), (8.6, 3.4), (7.4, 4.2), (0, 4.2)], m.black_steel(), 0.5), (-1, 0, 8.6))
    lever = plate(fillet([(0, -4.6), (14, -2.7), (14, 2.7), (0, 4.6)], 2), 3.2, m.black_steel(), 0.7)
    place(lever, (-1, 0, 11), (0, -6, 152))
    screw = cut(cylinder(3.1, 1.8, m.zinc(), 0.5, 40), place(plate(polygon(6, 2.5), 4, m.zinc(), 0.02), (0, 0, 2)))
    place(screw, (-1, 0, 12.4))
    drive = place(box((9.5, 9.5, 13), m.chrome(), 1.1), (0, 0, -12))
    collar = place(cylinder(8.2, 3, m.chrome(), 0.8), (0, 0, -10))
    return [body, lip, dial, lever, screw, drive, collar]


def handle():
    """The chromed neck and the grip: orange core showing at both ends and along the top, graphite soft parts over it."""
    neck = loft([(22, 0, 0, 12, 12.5, 4), (34, 0, 0, 11, 11, 3), (52, 0, 0, 10.5, 9.5, 2.4), (72, 0, 0, 12, 11, 2.2), (84, 0, 0, 14, 13, 2.2)], m.chrome())
    core = loft(
        [(74, 0, 0, 4, 4, 2), (74.6, 0, 0, 17, 15, 2.4), (78, 0, 0, 19.5, 17.5, 2.4), (82, 0, 0, 19.5, 17.5, 2.4), (120, 0, 0, 18, 17, 2.4),
         (170, 0, 0, 19, 17, 2.4), (178, 0, 0, 21, 18.5, 2.4), (182, 0, 0, 20, 18, 2.4), (183.4, 0, 0, 15, 13, 2.4), (183.6, 0, 0, 2, 2, 2)],
        m.orange_plastic())
    soft = []
    for side in (-1, 1):
        soft.append(loft(
            [(83, 2.4 * side, 0, 4, 8, 2.4), (84, 2.7 * side, 0, 14, 17, 2.6), (92, 3.1 * side, 0, 17, 20, 2.6), (112, 2.7 * side, 0, 15.6, 18.6, 2.6),
             (135, 3.1 * side, 0, 17.2, 20.2, 2.6), (158, 3 * side, 0, 17, 19.6, 2.6), (171, 3.3 * side, 0, 18, 20.6, 2.6),
             (173, 3 * side, 0, 15, 18, 2.6), (173.6, 2.4 * side, 0, 4, 8, 2.4)],
            m.soft_grip()))
    inlay = plate(fillet([(0, -2.6), (64, -2.0), (64, 2.0), (0, 2.6)], 1.9), 2, m.orange_plastic(), 0.6)
    place(inlay, (96, 0, 9.6), (0, 0, 0))
    return [neck, core, *soft, inlay]


def build():
    """The ratchet resting on its drive and its grip, head toward the camera."""
    parts = [*head(), *handle()]
    group(parts, at=(-92, 0, 0))
    tilt = math.degrees(math.atan2(8, 175))
    rest(group(parts, turn=(0, tilt, 0)))
