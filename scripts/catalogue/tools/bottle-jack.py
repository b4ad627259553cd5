"""Hydraulic bottle jack: orange cylinder on a welded base, screw and saddle, pump with lever socket, two-part lever."""

import marks
import materials as m
from shapes import box, cylinder, fillet, group, lathe, place, plate, polygon, ring
from studio import View
from sweeps import thread

VIEW = View(azimuth=-30, elevation=22)
DETAIL = View(azimuth=-36, elevation=26, target=(-14, -20, 178), span=150)


def body():
    """Base, cylinder, hexagon cap, ram, screw and saddle about Z."""
    base = plate(fillet([(-66, -84), (66, -84), (72, -20), (72, 66), (-72, 66), (-72, -20)], 14, 6), 18, m.graphite_paint(), 3)
    place(base, (0, 0, 9))
    weld = lathe([(40, 17), (49, 18), (44, 22.5), (40, 24)], m.graphite_paint(), 1, around=120, closed=True)
    tank = lathe([(0, 16), (43.5, 16), (43.5, 158), (40, 164), (0, 164)], m.orange_paint(), 2, 6, around=120)
    seam = place(lathe([(43, 0), (44.6, 0.6), (44.6, 5.4), (43, 6)], m.orange_paint(), 0.6, around=120, closed=True), (0, 0, 150))
    cap = place(plate(polygon(6, 66), 13, m.zinc(), 2.4), (0, 0, 170))
    collar = lathe([(0, 170), (26, 170), (26, 182), (0, 182)], m.zinc(), 1.4)
    ram = lathe([(0, 178), (20, 178), (20, 200), (0, 200)], m.chrome(), 1.4)
    screw = place(thread(13.2, 24, 4, m.steel("Z"), 1.6, 0.3), (0, 0, 196))
    saddle = lathe([(0, 216), (15, 216), (21, 221), (21, 229), (0, 229)], m.cast_iron(), 1.2)
    ribs = [place(box((38 if abs(o) < 8 else 26, 2.4, 2), m.cast_iron(), 0.5), (0, o, 229.2)) for o in (-12, -4, 4, 12)]
    plug = place(lathe([(0, 0), (6, 0), (6, 3), (0, 3)], m.rubber(), 1), (-30, -31, 128), (90, 0, -44))
    return [base, weld, tank, seam, cap, collar, ram, screw, saddle, *ribs, plug]


def label():
    """The lettering on the cylinder: what the jack lifts."""
    words = [
        place(marks.wrap(marks.text("10 t", 34, m.ink(False), 0.2), 43.5, upright=True), (0, 0, 104)),
        place(marks.wrap(marks.text("220 – 430 + 60 mm", 7.4, m.ink(False), 0.2), 43.5, upright=True), (0, 0, 78)),
    ]
    band = place(ring(43.85, 43, 12, m.graphite_paint(), 0.2, 120), (0, 0, 44))
    note = place(marks.wrap(marks.text("LIFTS · DOES NOT HOLD", 6, m.ink(False), 0.2), 44, upright=True), (0, 0, 50))
    return group([*words, band, note], turn=(0, 0, -48))


def pump():
    """The pump in front: cylinder, plunger, fork, lever socket and the release valve."""
    x, y = 26, -62
    foot = place(plate(fillet([(-18, -16), (18, -16), (18, 26), (-18, 26)], 6), 16, m.graphite_paint(), 2), (x, y, 25))
    barrel = place(lathe([(0, 0), (13, 0), (13, 44), (10.5, 47), (0, 47)], m.graphite_paint(), 1), (x, y, 30))
    nut = place(plate(polygon(6, 24, 10), 9, m.zinc(), 1), (x, y, 78))
    rod = place(cylinder(6.5, 44, m.chrome(), 0.8), (x, y, 70))
    pin = place(cylinder(4.4, 40, m.zinc(), 0.8), (x - 20, y, 108), axis="X")
    cheeks = [place(plate(fillet([(-9, -9), (9, -9), (9, 9), (-9, 9)], 8), 5, m.zinc(), 0.8), (x + s * 12, y, 108), (0, 90, 0)) for s in (-1, 1)]
    link = [place(plate(fillet([(-6, -6), (46, -6), (46, 6), (-6, 6)], 5.9), 5, m.graphite_paint(), 0.8), (x + s * 17.5, y + 4, 106), (0, 90, 0)) for s in (-1, 1)]
    socket = place(ring(14.5, 10.5, 74, m.graphite_paint(), 1), (x, y + 26, 92), (58, 0, 0))
    bolt = place(lathe([(0, 0), (6.5, 0), (6.5, 12), (9, 12), (9, 20), (0, 20)], m.zinc(), 1), (-36, -82, 16), (90, 0, 0))
    slot = place(box((2, 1, 14), m.ink(), 0.1), (-36, -101.8, 16))
    return [foot, barrel, nut, rod, pin, *cheeks, *link, socket, bolt, slot]


def lever():
    """The lever's two tubes on the ground."""
    parts = []
    for y, x in ((-132, -20), (-156, 4)):
        parts.append(place(ring(9.5, 7.2, 215, m.graphite_paint(), 0.9), (x - 110, y, 9.5), axis="X"))
        parts.append(place(ring(9.75, 9, 26, m.orange_plastic(), 0.3), (x + 62, y, 9.5), axis="X"))
    stub = place(ring(7.1, 5, 40, m.zinc(), 0.8), (85, -132, 9.5), axis="X")
    return group([*parts, stub], turn=(0, 0, -4))


def build():
    """The jack upright, pump toward the camera, lever in front of it."""
    group([*body(), *label(), *pump()], turn=(0, 0, 14))
    lever()
