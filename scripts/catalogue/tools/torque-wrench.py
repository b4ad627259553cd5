"""Click torque wrench: chromed ratchet head and tube, scale window, knurled grip with an orange collar."""

import math

import marks
import materials as m
from shapes import box, circle, cut, cylinder, group, lathe, place, plate, rest, ring
from studio import View
from sweeps import knurl, loft

VIEW = View(azimuth=-34, elevation=40, roll=0)
DETAIL = View(azimuth=-20, elevation=38, target=(-70, 0, 14), span=190)


def head():
    """The ratchet head around (205, 0, 0), its square drive up."""
    arc = circle(22, (205, 0), 40, -128, 128)
    body = plate([(168, -11.5), (184, -13), *arc, (184, 13), (168, 11.5)], 27, m.chrome(), 3.2)
    neck = loft([(120, 0, 0, 21, 21, 2), (140, 0, 0, 24, 24, 2), (160, 0, 0, 24, 25, 2.6), (176, 0, 0, 23, 24.5, 4)], m.chrome())
    cover = place(lathe([(0, 0), (17, 0), (17, 1.4), (0, 1.4)], m.satin_chrome(), 0.6), (205, 0, 13.2))
    boss = place(lathe([(0, 0), (11.5, 0), (11.5, 3), (0, 3)], m.chrome(), 1), (205, 0, 14))
    drive = place(box((12.7, 12.7, 17), m.chrome(), 1.3), (205, 0, 24), (0, 0, 45))
    ball = place(cylinder(2.3, 1.4, m.steel(), 1.2), (205 - 4.49, -4.49, 26), (0, 0, 225), "X")
    screws = [
        part
        for a in (65, -65, 180)
        for part in screw(205 + 14.2 * math.cos(math.radians(a)), 14.2 * math.sin(math.radians(a)))
    ]
    return [body, neck, cover, boss, drive, ball, *screws]


def screw(x, y):
    """A small socket screw in the cover."""
    return [place(cylinder(1.9, 0.8, m.black_steel(), 0.3, 32), (x, y, 14.4))]


def window():
    """The sleeve with its scale behind glass, facing up, beside the grip."""
    sleeve = place(lathe([(0, 0), (15, 0), (15, 74), (11, 78), (0, 78)], m.chrome(), 1.2), (-70, 0, 0), axis="X")
    hole = box((50, 12, 9), m.ink(), 2.5)
    hole.location = (-31, 0, 15)
    cut(sleeve, hole)
    scale = place(box((50, 12, 1), m.plastic("paper", (0.8, 0.8, 0.78)), 0.1), (-31, 0, 11.2))
    lines = group(marks.ticks(17, 2.7, 2.6, m.ink()), (-52.5, -5, 11.75))
    numbers = [place(marks.text(str(40 * i + 40), 3.6, m.ink()), (-52.5 + 10.8 * i, 2.6, 11.75)) for i in range(5)]
    pointer = place(box((0.6, 11, 0.3), m.orange_plastic(), 0.05), (-31, 0, 12.2))
    return [sleeve, scale, *lines, *numbers, pointer]


def grip():
    """The knurled grip, its collar, sleeve graduations and locking end."""
    parts = [
        place(ring(15.8, 10, 7, m.orange_paint(), 1.0), (-78, 0, 0), axis="X"),
        place(lathe([(0, 0), (15.2, 0), (15.2, 14), (0, 14)], m.satin_chrome(), 0.8), (-92, 0, 0), axis="X"),
        place(knurl(15.6, 118, m.steel("Z"), 2.2, 0.55), (-210, 0, 0), axis="X"),
        place(lathe([(0, 0), (13, 0), (13, 5), (0, 5)], m.black_steel(), 0.8), (-215, 0, 0), axis="X"),
        place(knurl(14.6, 13, m.chrome(), 2.2, 0.5), (-228, 0, 0), axis="X"),
        place(lathe([(0, 0), (9.5, 0), (12.5, 3), (12.5, 5), (0, 5)], m.chrome(), 1), (-232, 0, 0), axis="X"),
    ]
    for i in range(20):
        parts.append(marks.wrap(graduation(i), 15.2))
    return parts


def graduation(i):
    """One graduation of the sleeve, `i` steps around the grip once it is wrapped."""
    mark = box((5 if i % 5 == 0 else 3, 0.4, 0.08), m.ink(), 0.01, 1)
    for vertex in mark.data.vertices:
        vertex.co.x -= 80.5 if i % 5 == 0 else 79.5
        vertex.co.y += i * 4.77
    return mark


def build():
    """The wrench lying on the ground, rolled so that drive and scale face the camera."""
    tube = place(cylinder(10.4, 180, m.chrome(), 0.6), (-40, 0, 0), axis="X")
    words = marks.wrap(marks.text("40 – 200 Nm", 11, m.ink()), 10.4)
    label = place(words, (62, 0, 0))
    parts = [tube, label, *head(), *window(), *grip()]
    rest(group(parts, turn=(48, 0, 0)))
