"""Oil drain pan, 8 l: polyethylene, sunken deck with a strainer in the middle, pouring spout, two handles."""

import math

import materials as m
import marks
from mathutils import Vector
from shapes import box, circle, fillet, group, lathe, place, plate, ring
from studio import View

VIEW = View(azimuth=-20, elevation=37, fill=0.88)
DETAIL = View(azimuth=-8, elevation=40, target=(50, -80, 70), span=300)
SPOUT = math.radians(-58)


def pull(point):
    """Draws the wall out into the spout."""
    radius, angle = math.hypot(point.x, point.y), math.atan2(point.y, point.x)
    if radius < 120:
        return point
    off = math.atan2(math.sin(angle - SPOUT), math.cos(angle - SPOUT))
    rise = min(max((point.z - 40) / 88, 0), 1)
    near = math.exp(-((off / 0.15) ** 2)) * rise * rise * (3 - 2 * rise)
    reach = radius + 46 * near * min((radius - 120) / 70, 1)
    return Vector((reach * math.cos(angle), reach * math.sin(angle), point.z - 9 * near))


def pan(material):
    """The outer wall, the rolled rim, and the sunken deck, which slopes down to the strainer's seat."""
    profile = [
        (0, 2), (150, 2), ((154, 0), 1), ((172, 0), 3), ((180, 6), 6), (200, 114), ((208, 116), 2), ((212, 120), 3), ((211, 129), 4), ((203, 130), 3),
        ((197, 124), 3), ((186, 66), 16), (120, 54), (72, 42), ((70, 38), 2), ((64, 36), 2), (62, 12), (0, 12),
    ]
    body = lathe(profile, material, 3, 5, 180)
    for vertex in body.data.vertices:
        vertex.co = pull(vertex.co)
    return body


def sieve():
    """The removable strainer: four rings of holes, and a knob to lift it by."""
    holes = [circle(3.1, (r * math.cos(a), r * math.sin(a)), 20) for r, n in ((20, 8), (31, 13), (42, 18), (53, 22)) for a in (2 * math.pi * i / n for i in range(n))]
    soft = m.orange_plastic()
    return [
        place(plate(circle(69, points=96), 3, soft, 0.8, holes), (0, 0, 38)),
        place(ring(69.5, 62, 6, soft, 1.4, 96), (0, 0, 36.5)),
        place(lathe([(0, 0), (5, 0), (4, 8), (9, 12), (9, 16), (0, 17)], soft, 1.4, around=48), (0, 0, 39)),
    ]


def handles(material):
    """A slotted lug on each side, molded onto the rim."""
    parts = []
    for angle in (24, 204):
        lug = [(196, -70), (226, -62), (246, -40), (246, 40), (226, 62), (196, 70)]
        slot = [(212, -40), (230, -34), (230, 34), (212, 40)]
        parts.append(place(plate(fillet(lug, 18, 8), 9, material, 3, [fillet(slot, 8)]), (0, 0, 122), (0, 0, angle)))
    return parts


def build():
    """The pan with its spout to the front right."""
    poly = m.plastic("polyethylene", (0.035, 0.040, 0.048), 0.34)
    pan(poly)
    sieve()
    handles(poly)
    for i in range(12):
        if abs(math.degrees(SPOUT) + 360 - (15 + 30 * i)) > 12:
            group([place(box((92, 4, 7), poly, 1.8), (126, 0, 55.5), (0, -7.2, 0))], turn=(0, 0, 15 + 30 * i))
    for i, liters in enumerate((2, 4, 6, 8)):
        group([place(marks.text(f"{liters} l", 11, m.ink(False), 0.2), (0, -183 - 5 * i, 18 + 27 * i), (79.5, 0, 0)),
               place(box((16, 0.5, 1.6), m.ink(False), 0.1, 1), (-26, -183 - 5 * i, 18 + 27 * i), (-10.5, 0, 0))], turn=(0, 0, -16))
