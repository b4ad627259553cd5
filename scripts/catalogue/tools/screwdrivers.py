"""A Phillips and a slotted screwdriver: bright blades, black tips, two-part handles with a turning ball."""

import math

import materials as m
from shapes import box, cut, group, lathe, mesh_object, place, rest
from studio import View
from sweeps import loft, smooth_path

VIEW = View(azimuth=-30, elevation=44)
DETAIL = View(azimuth=-24, elevation=40, target=(-76, -4, 8), span=150)


def fluted(profile, material, flutes=6, steps=6):
    """A handle part about Z from stations (height, radius, depth of the flutes), smooth between them."""
    rings = []
    for z, radius, depth in smooth_path(profile, steps):
        ring = []
        for i in range(96):
            a = 2 * math.pi * i / 96
            wave = (0.5 - 0.5 * math.cos(a * flutes)) ** 1.6
            r = max(radius - depth * wave, 0.01)
            ring.append((r * math.cos(a), r * math.sin(a), z))
        rings.append(ring)
    faces = [
        (j * 96 + i, j * 96 + (i + 1) % 96, (j + 1) * 96 + (i + 1) % 96, (j + 1) * 96 + i)
        for j in range(len(rings) - 1) for i in range(96)
    ]
    faces += [tuple(range(96)), tuple((len(rings) - 1) * 96 + i for i in range(96))]
    return mesh_object([v for ring in rings for v in ring], faces, material, smooth=50)


def handle():
    """The handle about Z, blade end at z = 0, ball at the top (z = 112)."""
    collar = fluted([(0, 5.5, 0), (0.6, 7.6, 0), (3, 8.4, 0), (9, 9, 0), (13, 10.5, 0.4), (17, 12, 0.8)], m.orange_plastic())
    waist = fluted([(15.5, 11.6, 0.5), (16, 12.6, 1), (22, 12, 1.3), (30, 11.6, 1.2), (36, 13, 1.4), (46, 16.4, 2.2), (62, 17.6, 2.6), (78, 17.4, 2.5), (88, 16.2, 1.8), (92, 15.4, 1), (92.6, 14.4, 0.6)], m.soft_grip())
    core = fluted([(91, 13.6, 0.4), (93, 14.9, 0.4), (97, 14.4, 0), (99.5, 12.6, 0), (100, 11, 0)], m.orange_plastic())
    ball = lathe([(0, 99), *[(12.2 * math.cos(math.radians(a)), 103 + 10.5 * math.sin(math.radians(a))) for a in range(-22, 91, 8)]], m.nylon(), 0.2)
    return [collar, waist, core, ball]


def phillips():
    """A PH2 blade about Z: tip at z = -100, round shank of 6 mm."""
    shank = lathe([(0, -84), (3, -84), (3, 6), (0, 6)], m.satin_chrome(), 0.3, around=48)
    tip = lathe([(0, -100), (0.9, -100), (2.95, -96.2), (3, -84), (0, -84)], m.black_steel(), 0.25, around=48)
    notches = []
    for a in (45, 135, 225, 315):
        notch = box((6, 6, 15), m.black_steel(), 0.05, 1)
        place(notch, (3.55 * 1.13, 0, -99), (0, 9, 0))
        place(notch, (0, 0, 0), (0, 0, a))
        notches.append(notch)
    for notch in notches:
        for vertex in notch.data.vertices:
            vertex.co.x, vertex.co.y = (vertex.co.x - vertex.co.y) * 0.7071, (vertex.co.x + vertex.co.y) * 0.7071
    return [shank, cut(tip, *notches)]


def slotted():
    """A 6.5 mm slotted blade about Z: tip at z = -100."""
    shank = lathe([(0, -80), (2.75, -80), (2.75, 6), (0, 6)], m.satin_chrome(), 0.3, around=48)
    tip = loft(
        [(0, 0, -79.5, 5.5, 5.5, 2), (0, 0, -83, 5.7, 5.4, 2.2), (0, 0, -89, 6.9, 3.6, 4), (0, 0, -95, 6.9, 2.0, 8), (0, 0, -99.6, 6.5, 1.15, 10), (0, 0, -100, 6.3, 0.95, 10)],
        m.black_steel(), up=(0, 1, 0))
    return [shank, tip]


def build():
    """Both lie side by side, one a little ahead, tips toward the lower left."""
    for blade, x, y, roll in ((phillips(), 8, -28, 18), (slotted(), -8, 28, 40)):
        parts = blade + handle()
        for part in parts:
            place(part, (0, 0, 0), (0, 0, roll))
            place(part, (0, 0, 0), (0, 90, 0))
        group(parts, turn=(0, -5, 0))
        rest(parts)
        group(parts, at=(x, y, 0), turn=(0, 0, 7 if y < 0 else -4))
