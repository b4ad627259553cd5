"""Rechargeable work light: folded head with twenty lit LEDs, soft grip, magnetic foot, turning hook."""

import math

import materials as m
from parts import rounded, socket_screw
from shapes import box, cylinder, group, lathe, place, plate, rest, ring
from studio import View
from sweeps import loft, tube

VIEW = View(azimuth=-27, elevation=27, fill=0.88)
DETAIL = View(azimuth=-52, elevation=30, target=(38, 0, 84), span=165)
FOLD = 47


def handle():
    """The grip along X, from the foot at x = -168 to the hinge at the origin; its front is up."""
    hard, soft = m.plastic("graphite", m.GRAPHITE, 0.42), m.soft_grip()
    body = loft([
        (-158, 0, 0, 44, 34, 3), (-150, 0, 0, 45, 35, 3), (-110, 0, 0, 41, 33, 2.8), (-60, 0, 0, 43, 33, 2.8),
        (-24, 0, 0, 46, 31, 3.4), (-14, 0, 0, 46, 27, 4), (-13, 0, 0, 44, 25, 4),
    ], m.orange_plastic())
    top = loft([
        (-146, 0, 10.5, 27, 16, 3), (-142, 0, 11, 32, 16, 3), (-100, 0, 10.6, 30, 15.2, 2.8), (-52, 0, 10.4, 32, 15.4, 2.8),
        (-40, 0, 9.6, 30, 15, 3), (-37, 0, 9, 26, 14, 3),
    ], soft)
    ribs = [place(box((2.4, 21, 2.6), soft, 1.1), (-128 + 6.4 * i, 0, 18.2)) for i in range(8)]
    button = [
        place(ring(9.6, 7.6, 2.4, hard, 0.6), (-62, 0, 16.8)),
        place(lathe([(0, 0), (7.4, 0), (7.4, 2.6), (0, 3.2)], m.orange_plastic(), 0.8), (-62, 0, 16.8)),
        place(plate(rounded(1.2, 5, 0.5), 0.2, m.ink(), 0.05), (-62, 0, 20)),
    ]
    lights = [place(cylinder(1.3, 0.6, m.glow("charge", (0.1, 0.9, 0.25), 1.2), 0.3, 24), (-46.5, 3 * i - 4.5, 16.6)) for i in range(4)]
    cap = place(lathe([(0, 0), (22, 0), (23, 3), (23, 11), (20, 13), (0, 13)], hard, 1.4), (-169, 0, 0), axis="X")
    magnet = place(lathe([(0, 1.4), (7, 1.4), (8, 0), (13, 0), (13, 2), (0, 2)], m.zinc(), 0.5), (-170.2, 0, 0), axis="X")
    return [body, top, *ribs, *button, *lights, cap, magnet]


def head():
    """The flat head along X from the hinge at the origin; the LEDs look up."""
    hard = m.plastic("graphite", m.GRAPHITE, 0.42)
    shell = plate(rounded(158, 50, 9, (92, 0)), 17, hard, 3.5)
    frame = place(plate(rounded(148, 41, 6, (92, 0)), 3, m.orange_plastic(), 0.8, [rounded(139, 32, 3, (92, 0))]), (0, 0, 7.9))
    panel = place(plate(rounded(140, 33, 3, (92, 0)), 1, m.plastic("reflector", (0.82, 0.82, 0.8), 0.25), 0.1), (0, 0, 8.2))
    parts = [shell, frame, panel]
    chip = m.glow("led", (1, 0.92, 0.74), 12)
    for i in range(10):
        for side in (-1, 1):
            x = 32 + 13.4 * i
            parts.append(place(box((6.6, 6.6, 0.7), m.plastic("led body", (0.9, 0.88, 0.8), 0.3), 0.3), (x, 7.6 * side, 8.9)))
            parts.append(place(cylinder(2.6, 0.3, chip, 0.1, 20), (x, 7.6 * side, 9.2)))
    return parts


def hook():
    """The turning hook at the head's far end, in its swivel."""
    swivel = place(lathe([(0, 0), (9, 0), (9, 7), (5.5, 10), (0, 10)], m.nylon(), 1.2), (169, 0, 0), axis="X")
    arc = [(18 * math.cos(math.radians(a)), 18 * math.sin(math.radians(a))) for a in range(190, 430, 10)]
    path = [(177, 0, 0), (186, 0, 0), *[(206 + x, y, 0) for x, y in arc]]
    return [swivel, tube(path, 2.2, m.chrome())]


def hinge():
    """Knuckles and pin between grip and head, across Y."""
    hard = m.nylon()
    parts = [place(cylinder(11.5, 12, hard, 1.2), (0, y, 0), axis="Y") for y in (-21, 9)]
    parts.append(place(cylinder(11, 16.4, m.orange_plastic(), 1), (0, -8.2, 0), axis="Y"))
    parts.append(place(socket_screw(5, 2.4, m.zinc()), (0, -21, 0), (90, 0, 0)))
    parts += [place(box((16, 11, 18), hard, 2), (-9, y, 0)) for y in (-15, 15)]
    return parts


def build():
    """Grip on the ground, head folded up so that the light falls toward the camera."""
    lid = group([*head(), *hook()], turn=(0, -FOLD, 0))
    rest([*handle(), *hinge(), *lid])
