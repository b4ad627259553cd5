"""Brake piston wind-back tool: right-hand spindle with tommy bar, reaction plate, one adapter fitted and three beside it."""

import math

import marks
import materials as m
from parts import hexagon
from shapes import box, circle, cylinder, fillet, group, lathe, place, plate, rest, ring
from studio import View
from sweeps import knurl, thread

VIEW = View(azimuth=-24, elevation=35, fill=0.88)
DETAIL = View(azimuth=-34, elevation=34, target=(-36, -8, 26), span=150)


def adapter(radius, pins, spread, number):
    """An adapter disc face up on z = 0 with its driving pins around a 3/8 in square."""
    steel = m.satin_chrome()
    square = [(-4.85, -4.85), (-4.85, 4.85), (4.85, 4.85), (4.85, -4.85)]
    parts = [
        place(plate(circle(radius, points=80), 8, steel, 1, [square]), (0, 0, 7)),
        place(plate(circle(radius - 2.4, points=80), 8, steel, 0.8, [square]), (0, 0, 4)),
        place(cylinder(7.5, 0.6, m.ink(), 0.1), (0, 0, 0.2)),
    ]
    for i in range(pins):
        a = math.radians(360 / pins * i)
        parts.append(place(lathe([(0, 0), (3, 0), (3, 6), (0, 6)], m.zinc(), 1, around=32), (spread * math.cos(a), spread * math.sin(a), 10.6)))
    label = place(marks.text(number, 5, m.ink(), 0.06), (0, -radius * 0.68, 11.03))
    return [*parts, *group([label], turn=(0, 0, 18))]


def spindle():
    """Spindle, head and tommy bar along X; the adapter's end at +X."""
    black, chrome = m.black_steel(), m.chrome()
    bar = [
        place(cylinder(4.2, 124, chrome, 0.6), (-104, -62, 0), axis="Y"),
        *[place(lathe([(0, -7), (5, -5.5), (7, 0), (5, 5.5), (0, 7)], m.nylon(), 2.4, around=40), (-104, y, 0), axis="Y") for y in (-62, 62)],
    ]
    group(bar, turn=(-21, 0, 0))
    head = place(lathe([(0, 0), (11, 0), (12, 2), (12, 22), (9, 26), (0, 26)], chrome, 1.2), (-116, 0, 0), axis="X")
    screw = place(thread(8, 134, 3, black, 1.3), (-92, 0, 0), axis="X")
    return [*bar, head, screw]


def working_end():
    """Threaded barrel, reaction plate, thrust pin, and the adapter on its square."""
    zinc = m.zinc()
    shape = fillet([(-25, -46), (25, -46), (25, -20), (16, -14), (16, 14), (25, 20), (25, 46), (-25, 46), (-25, 20), (-16, 14), (-16, -14), (-25, -20)], 5)
    reaction = place(plate(shape, 7, m.graphite_paint(), 1.4), (30, 0, 0), axis="X")
    barrel = place(knurl(15, 24, zinc, 2, 0.45, 1.2), (2, 0, 0), axis="X")
    collar = place(ring(16, 9, 6, m.orange_paint(), 1), (-5, 0, 0), axis="X")
    nut = place(hexagon(27, 9, zinc, 1), (33, 0, 0), axis="X")
    shank = place(lathe([(0, 0), (9, 0), (9, 14), (6.5, 16), (0, 16)], m.chrome(), 0.8), (42, 0, 0), axis="X")
    square = place(box((16, 9.5, 9.5), m.chrome(), 0.8), (61, 0, 0))
    fitted = [place(part, (56, 0, 0), (20, 0, 0), "X") for part in adapter(24, 2, 13.5, "1")]
    return [reaction, barrel, collar, nut, shank, square, *fitted]


def build():
    """The tool resting on plate and bar, adapter toward the camera; three more adapters in front."""
    rest(group([*spindle(), *working_end()], (16, 14, 0), (0, 0, 200)))
    for at, turn, size in (((-2, -62), -8, (21, 2, 11.5, "2")), ((48, -54), 30, (25, 2, 15.5, "3")), ((100, -42), -24, (19, 3, 10.5, "4"))):
        group(adapter(*size), (*at, 0), (0, 0, turn))
