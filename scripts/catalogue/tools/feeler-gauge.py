"""Feeler gauge: thirteen marked spring-steel blades, fanned out from their case."""

import math

import marks
import materials as m
from parts import rounded
from shapes import box, circle, cylinder, group, place, plate, ring
from studio import View
from sweeps import knurl

VIEW = View(azimuth=-14, elevation=52, fill=0.88)
DETAIL = View(azimuth=-12, elevation=50, target=(-4, 66, 8), span=74)
SIZES = (0.05, 0.10, 0.15, 0.20, 0.25, 0.30, 0.35, 0.40, 0.50, 0.60, 0.70, 0.80, 1.00)
FIRST, STEP = 24, 10.6


def blade(size, angle, height):
    """One blade pointing at `angle`, its mark near the tip."""
    steel = m.surface("blade", (0.55, 0.56, 0.575), 0.16, 1, smudge=0.09, bump=0.006, grain=2.5, stretch=(0.04, 1, 1))
    tip = [(94, -6.3), *circle(6.3, (94, 0), 16, -75, 75), (94, 6.3)]
    leaf = plate([(-6, -4), (-3, -6.3), *tip, (-3, 6.3), (-6, 4)], 0.3 + size * 0.25, steel, 0.1)
    words = place(marks.text(f"{size:.2f}", 6.2, m.ink(), 0.05), (79, -0.2, 0.18 + size * 0.13))
    unit = place(marks.text("mm", 3.6, m.ink(), 0.05), (66, -0.2, 0.18 + size * 0.13))
    return group([leaf, words, unit], (0, 0, height), (2.2 * math.sin(angle), -0.4, angle))


def case():
    """Two cheeks, spacer and the knurled nut that sets the friction."""
    paint = m.orange_paint()
    shape = [*circle(9, (0, 0), 24, 90, 270), *circle(9, (104, 0), 24, -90, 90)]
    lower = place(plate(shape, 1.8, paint, 0.6), (0, 0, 0.9))
    upper = place(plate(shape, 1.8, paint, 0.6, [rounded(52, 9, 4.4, (62, 0))]), (0, 0, 12.6))
    back = place(box((100, 2, 10), m.zinc(), 0.4), (56, -7, 6.6))
    end = place(cylinder(3.4, 13.4, m.zinc(), 0.6), (104, 0, 0.6))
    words = place(marks.text("0.05 – 1.00", 6, m.ink(False), 0.05), (62, -0.2, 2.4))
    floor = place(plate(rounded(54, 11, 5, (62, 0)), 0.6, m.graphite_paint(), 0.1), (0, 0, 2.05))
    return group([lower, upper, back, end, words, floor], turn=(0, 0, -9))


def pivot():
    """The bolt at the root of the blades."""
    nut = place(knurl(7.2, 5, m.chrome(), 1.3, 0.3, 0.8), (0, 0, 13.4))
    top = place(cylinder(5.6, 0.8, m.chrome(), 0.3), (0, 0, 18.2))
    slot = place(box((11, 1.3, 0.5), m.ink(), 0.1), (0, 0, 18.95), (0, 0, 35))
    washer = place(ring(8.6, 3, 1, m.zinc(), 0.3), (0, 0, 12.9))
    return [nut, top, slot, washer, place(cylinder(3, 13, m.zinc(), 0.3), (0, 0, 0.4))]


def build():
    """The fan lying open, marks readable from the front."""
    parts = [*case(), *pivot()]
    for i, size in enumerate(SIZES):
        parts += blade(size, FIRST + STEP * i, 2.6 + 0.74 * i)
    group(parts, turn=(0, 0, -4))
