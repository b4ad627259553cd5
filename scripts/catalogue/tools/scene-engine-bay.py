"""Picture of the carousel: a code reader and a lit lamp at an engine. The left two fifths stay empty for the text."""

import math

import marks
import materials as m
import sets
from parts import bolt, rounded
from shapes import box, cylinder, group, lathe, place, plate, ring
from studio import View
from sweeps import smooth_path, tube

SIZE = (1600, 700)
VIEW = View(azimuth=-16, elevation=30, target=(135, 0, 104), span=1240, blur=0.004)
BORES = (205, 300, 395, 490)


def cast():
    """Sand-cast aluminum."""
    return m.surface("cast aluminum", (0.42, 0.425, 0.43), 0.42, 0.9, smudge=0.1, bump=0.12, grain=0.7)


def block():
    """Cylinder block and head with their joint, ribs and core plugs."""
    parts = [
        place(box((430, 210, 90), m.cast_iron(), 8), (345, 110, 45)),
        place(box((446, 226, 14), m.cast_iron(), 4), (345, 110, 94)),
        place(box((436, 214, 56), cast(), 7), (345, 110, 130)),
    ]
    for x in BORES:
        parts.append(place(cylinder(19, 5, m.zinc(), 1.5), (x, 2, 52), (90, 0, 0)))
        parts.append(place(box((10, 12, 80), m.cast_iron(), 3), (x + 47, 4, 46)))
    return parts


def cover():
    """Rocker cover: crinkle-finished, ribbed, bolted down, with filler cap and four coils."""
    red = m.surface("crinkle", (0.030, 0.034, 0.040), 0.5, 0, smudge=0.08, bump=0.25, grain=0.6)
    lid = [
        place(plate(rounded(432, 204, 26), 12, cast(), 3), (345, 110, 164)),
        place(plate(rounded(416, 186, 30), 50, red, 16), (345, 110, 188)),
        place(box((380, 50, 12), cast(), 4), (345, 110, 210)),
    ]
    lid += [place(box((380, 5, 7), cast(), 2), (345, y, 213)) for y in (42, 54, 166, 178)]
    for x in (148, 246, 345, 444, 542):
        for y in (16, 204):
            lid += group(bolt(11, 6, m.zinc()), (x, y, 170))
    for x in BORES:
        lid += coil(x)
    cap = [
        lathe([(0, 0), (30, 0), (30, 12), (26, 16), (0, 16)], m.orange_plastic(), 2),
        place(box((46, 9, 12), m.orange_plastic(), 3), (0, 0, 19)),
        *[place(box((5, 5, 13), m.orange_plastic(), 1.5), (30 * math.cos(math.radians(a)), 30 * math.sin(math.radians(a)), 7), (0, 0, a)) for a in range(0, 360, 30)],
    ]
    lid += group(cap, (500, 66, 212), (0, 0, 30))
    return lid


def coil(x):
    """One ignition coil with its plug and screw."""
    black = m.nylon()
    return [
        place(plate(rounded(46, 34, 8), 20, black, 3), (x, 110, 224)),
        place(plate(rounded(30, 24, 5), 10, black, 2), (x - 4, 110, 237)),
        place(box((20, 26, 16), m.plastic("gray plug", (0.16, 0.165, 0.17), 0.4), 2.5), (x, 88, 226)),
        place(cylinder(5, 5, m.zinc(), 1, 32), (x + 17, 120, 233)),
        tube(smooth_path([(x, 76, 226), (x, 62, 224), (x + 12, 52, 221), (x + 40, 50, 220)], 8), 4.5, m.rubber()),
    ]


def intake():
    """Four runners from the head to the plenum in front, throttle body at its left end."""
    metal = cast()
    parts = [place(lathe([(0, 0), (40, 0), (44, 4), (44, 386), (40, 392), (0, 392)], metal, 6), (152, -112, 74), axis="X")]
    for x in BORES:
        parts.append(tube(smooth_path([(x, 10, 132), (x, -30, 142), (x, -74, 136), (x, -104, 104)], 8), 21, metal, around=32))
        parts.append(place(plate(rounded(58, 50, 16), 9, metal, 2), (x, -1, 132), (90, 0, 0)))
        for dx in (-22, 22):
            parts += group(group(bolt(10, 6, m.zinc()), turn=(90, 0, 0)), (x + dx, -5, 132))
    parts.append(place(lathe([(0, 0), (36, 0), (36, 34), (32, 38), (0, 38)], m.nylon(), 3), (116, -112, 74), axis="X"))
    parts.append(place(ring(39, 34, 8, m.zinc(), 1), (120, -112, 74), axis="X"))
    return parts


def battery(x, y):
    """A starter battery with its terminals and label."""
    case = m.plastic("battery", (0.02, 0.022, 0.025), 0.35)
    parts = [
        place(box((210, 174, 150), case, 6), (0, 0, 75)),
        place(box((216, 180, 24), case, 6), (0, 0, 160)),
        place(plate(rounded(180, 84, 6), 0.8, m.orange_plastic(), 0.2), (0, -87.2, 72), (90, 0, 0)),
        place(marks.text("12 V  70 Ah", 26, m.ink(), 0.3), (0, -87.9, 72), (90, 0, 0)),
    ]
    for side, color in ((-1, m.red_paint()), (1, m.nylon())):
        parts.append(place(lathe([(0, 0), (10, 0), (8.6, 18), (0, 18)], m.zinc(), 1), (74 * side, -52, 172)))
        parts.append(place(ring(17, 9.6, 13, m.zinc(), 2), (74 * side, -52, 173)))
        parts.append(place(box((34, 20, 13), m.zinc(), 3), (74 * side - 22 * side, -52, 179.5)))
        parts.append(tube(smooth_path([(74 * side - 34 * side, -52, 180), (10 * side, -30, 196), (14 * side, 40, 190), (30 * side, 110, 150)], 10), 7, color))
    return group(parts, (x, y, 0), (0, 0, -6))


def build():
    """The engine and battery, with the unplugged reader and the lit lamp in front of them."""
    block()
    cover()
    intake()
    battery(705, 70)
    hose = smooth_path([(130, 130, 128), (92, 120, 130), (62, 70, 112), (54, -10, 60), (60, -70, 26), (110, -100, 24)], 12)
    tube(hose, 17, m.rubber(), around=28)
    for x, y, z in ((112, 127, 130), (90, 119, 129)):
        place(ring(19, 16.5, 9, m.zinc(), 1), (x, y, z), axis="X")
    sets.put("obd-reader", (190, -262, 0), (0, 0, -4))
    sets.put("inspection-lamp", (438, -254, 0), (0, 0, 20))
