"""Automotive multimeter on its stand: rubber holster, display, dial, three sockets, two test leads with 2 mm tips."""

import math

import marks
import materials as m
from parts import numerals, rounded
from shapes import box, cylinder, fillet, group, lathe, place, plate, ring
from studio import View
from sweeps import loft, smooth_path, tube

VIEW = View(azimuth=-20, elevation=36, fill=0.88)
DETAIL = View(azimuth=-16, elevation=40, target=(0, -6, 82), span=118)
TILT, LIFT = 30, 40.5
RANGES = (("OFF", 90), ("V~", 122), ("V=", 154), ("mV", 186), ("Ω", 218), ("°C", 322), ("mA", 354), ("10A", 26), ("Hz", 58))


def outline(grow):
    """The case from above: waisted, rounder at the foot."""
    g = grow
    corners = [(-34 - g, -76 - g), (34 + g, -76 - g), (35 + g, -20), (38 + g, 30), (38 + g, 76 + g), (-38 - g, 76 + g), (-38 - g, 30), (-35 - g, -20)]
    return fillet(corners, 13 + g, 8)


def case():
    """Graphite case in its orange rubber holster with ribbed flanks."""
    soft = m.plastic("orange rubber", m.ORANGE, 0.5)
    core = place(plate(outline(-3), 34, m.plastic("graphite", m.GRAPHITE, 0.42), 2), (0, 0, 18))
    holster = place(plate(outline(4), 31, soft, 7), (0, 0, 15.5))
    ribs = [place(box((3.4, 3.4, 20), soft, 1.3), (side * 39.5, y, 15.5)) for side in (-1, 1) for y in range(-46, 14, 8)]
    brace = place(plate(rounded(44, 96, 6), 3, m.nylon(), 1, [rounded(30, 78, 4)]), (0, 44, -30), (-62, 0, 0))
    return [core, holster, *ribs, brace]


def display(z):
    """The liquid-crystal display: 12.64 V, direct, automatic range."""
    dark = m.ink()
    lcd = m.surface("lcd", (0.42, 0.47, 0.39), 0.3, 0)
    items = [
        place(plate(rounded(64, 42, 5), 1.6, m.nylon(), 0.6), (0, 0, 0)),
        place(plate(rounded(54, 31, 1.5), 0.6, lcd, 0.1), (0, 0, 0.7)),
        place(numerals("12.64", 15, dark), (-5, -1, 1.05)),
        place(marks.text("V", 8, dark, 0.03), (22.5, -4.8, 1.05)),
        place(marks.text("AUTO", 3.6, dark, 0.03), (-19, 12, 1.05)),
        place(marks.text("DC", 3.6, dark, 0.03), (22.5, 4, 1.05)),
    ]
    items += [place(box((0.5, 2.2 if i % 5 else 3.4, 0.06), dark, 0.01, 1), (-21 + 1.4 * i, -13, 1.03)) for i in range(31)]
    return group(items, (0, 47, z))


def dial(z):
    """The range switch with its pointer at V=, ranges around it."""
    pale = m.ink(False)
    knob = [
        lathe([(0, 0), (20, 0), (19, 4.5), (12, 5.5), (0, 5.5)], m.nylon(), 1.4),
        place(loft([(0, -18, 7, 5, 5, 3), (0, -15, 8, 11, 9, 3), (0, 0, 8.5, 13, 11, 3), (0, 15, 8, 11, 9, 3), (0, 18, 7, 5, 5, 3)], m.nylon()), (0, 0, 0)),
        place(box((1.8, 9, 0.4), m.orange_plastic(), 0.15), (0, 11.5, 13.2)),
    ]
    group(knob, turn=(0, 0, 64))
    items = [*knob, place(ring(23.2, 22.4, 0.4, pale, 0.1), (0, 0, -0.1))]
    for word, angle in RANGES:
        a = math.radians(angle)
        items.append(place(marks.text(word, 4.2, m.glow("orange ink", m.ORANGE, 0.8) if word == "OFF" else pale, 0.05), (28.2 * math.cos(a), 26.6 * math.sin(a), 0)))
    return group(items, (0, -10, z))


def sockets(z):
    """10 A, COM and V sockets with their markings, four keys under the display."""
    pale, red = m.ink(False), m.plastic("red", (0.55, 0.012, 0.012), 0.35)
    items = []
    for x, word, color in ((-21, "10A", red), (0, "COM", m.nylon()), (21, "VΩ", red)):
        items.append(place(ring(7.4, 4.2, 2.2, color, 0.6), (x, -56, z - 0.6)))
        items.append(place(cylinder(4.3, 0.4, m.ink(), 0.1), (x, -56, z)))
        items.append(place(marks.text(word, 3.8, pale, 0.05), (x, -45.6, z + 0.03)))
    items.append(place(marks.text("CAT III  600 V", 3.6, pale, 0.05), (10, -67, z + 0.03)))
    for i, word in enumerate(("HOLD", "REL", "MAX")):
        items.append(place(plate(rounded(13, 5.6, 2.6), 2.4, m.orange_plastic() if i == 0 else m.plastic("keys", (0.1, 0.11, 0.12), 0.4), 0.9), (-18 + 18 * i, 21.4, z + 0.7)))
        items.append(place(marks.text(word, 3, m.ink(i == 0), 0.04), (-18 + 18 * i, 21.3, z + 1.93)))
    return items


def world(x, y, z):
    """Returns where a point of the flat meter is once the meter leans on its stand."""
    c, s = math.cos(math.radians(TILT)), math.sin(math.radians(TILT))
    return (x, y * c - z * s, y * s + z * c + LIFT)


def lead(x, color, path, tip):
    """One test lead: shrouded plug in the socket at `x`, the cable over `path`, the probe ending at `tip` (point, heading)."""
    plug = [
        place(lathe([(0, 0), (6.6, 0), (6.6, 14), (5, 17), (4.2, 24), (2.6, 25), (0, 25)], color, 0.8, around=40), (x, -56, 35)),
        *[place(ring(7.1, 6, 1.2, color, 0.4, 40), (x, -56, 38 + 2.6 * k)) for k in range(4)],
    ]
    group(plug, (0, 0, LIFT), (TILT, 0, 0))
    at, heading = tip
    along = (math.cos(math.radians(heading)), math.sin(math.radians(heading)))
    back = (at[0] - along[0] * 6, at[1] - along[1] * 6, 7)
    before = (at[0] - along[0] * 34, at[1] - along[1] * 34, 4)
    tube(smooth_path([world(x, -56, 58), world(x, -56, 74), *path, before, back], 12), 2.1, color, around=20)
    handle = loft([
        (-8, 0, 0, 5, 5, 2), (2, 0, 0, 8, 8, 2), (14, 0, 0, 12.5, 12.5, 2.3), (52, 0, 0, 11, 11, 2.3), (66, 0, 0, 10.5, 10.5, 2),
        (70, 0, 0, 19, 19, 2), (73, 0, 0, 19, 19, 2), (77, 0, 0, 9.5, 9.5, 2), (98, 0, 0, 6, 6, 2), (100, 0, 0, 4, 4, 2),
    ], color, 3)
    ribs = [place(ring(6.9, 5, 1.8, m.nylon(), 0.6, 32), (22 + 4.6 * k, 0, 0), axis="X") for k in range(7)]
    needle = place(lathe([(0, 0), (1.0, 0), (1.0, 15), (0.15, 19), (0, 19)], m.chrome(), 0.1, around=24), (99, 0, 0), axis="X")
    group([handle, *ribs, needle], (at[0], at[1], 9.5), (0, 1.2, heading))


def build():
    """The meter leaning back on its stand, the leads swung to the right, probes on the bench."""
    group([*case(), *display(35), *dial(35), *sockets(35)], (0, 0, LIFT), (TILT, 0, 0))
    red = m.plastic("red", (0.55, 0.012, 0.012), 0.35)
    lead(21, red, [(26, -118, 84), (36, -134, 40), (60, -128, 3), (80, -98, 2.5)], ((86, -34, 0), 84))
    lead(0, m.nylon(), [(2, -118, 86), (6, -146, 44), (36, -160, 3), (86, -148, 2.5), (112, -110, 2.5)], ((114, -46, 0), 80))
