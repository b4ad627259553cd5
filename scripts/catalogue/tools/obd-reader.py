"""OBD-II code reader: orange bumper, color screen with a code on it, key pad, cable and 16-pin plug."""

import math

import marks
import materials as m
from mathutils import Euler, Vector
from parts import rounded
from shapes import box, circle, cylinder, fillet, group, place, plate, rest, ring
from studio import View
from sweeps import loft, smooth_path, tube

VIEW = View(azimuth=-16, elevation=50, fill=0.88)
DETAIL = View(azimuth=-24, elevation=46, target=(40, 22, 26), span=128)


def outline(grow):
    """The case from above, `grow` mm larger on all sides than its core."""
    g = grow
    corners = [(-37 - g, -74 - g), (37 + g, -74 - g), (43 + g, -10), (43 + g, 76 + g), (-43 - g, 76 + g), (-43 - g, -10)]
    return fillet(corners, 15 + g, 8)


def case():
    """Orange bumper around a graphite core, thicker pads on the corners, ribs at the sides."""
    soft = m.plastic("orange rubber", m.ORANGE, 0.5)
    core = place(plate(outline(-2), 27, m.plastic("graphite", m.GRAPHITE, 0.42), 2), (0, 0, 14.5))
    bumper = place(plate(outline(3), 23, soft, 6), (0, 0, 12))
    pads = [place(plate(circle(13, (x, y), 40), 25, soft, 5), (0, 0, 12.6)) for x, y in ((-35, 68), (35, 68), (-29, -66), (29, -66))]
    ribs = [place(box((3, 3.2, 14), soft, 1.2), (side * 45.6, y, 12)) for side in (-1, 1) for y in range(-2, 40, 7)]
    return [core, bumper, *pads, *ribs]


def glowing(name, color, strength):
    """Returns the material of lit pixels behind matte glass, which hardly reflects the room."""
    return m.surface(name, (0, 0, 0), 0.25, 0, Emission=(*color, 1), Emission_Strength=strength, Specular=0.06)


def screen(x, y, z):
    """A lit color screen behind black glass: title bar, fault code, its meaning, readiness lights."""
    lit = [
        (place(plate(rounded(74, 58, 5), 1.2, m.surface("black glass", (0.006, 0.007, 0.009), 0.1, Specular=0.12), 0.4), (0, 0, 0))),
        (place(plate(rounded(64, 47, 1), 0.3, glowing("screen", (0.012, 0.035, 0.085), 1.0), 0.05), (0, 0, 0.6))),
        (place(plate(rounded(64, 9, 1), 0.3, glowing("bar", m.ORANGE, 0.9), 0.05), (0, 19, 0.68))),
        (place(marks.text("FAULT CODES  1/2", 5.2, m.ink(), 0.04), (-7, 18.8, 0.9))),
        (place(marks.text("P0301", 17, glowing("white", (1, 1, 1), 1.3), 0.04), (-4, 5.5, 0.85))),
        (place(marks.text("Cylinder 1: misfire", 5.6, glowing("pale", (0.55, 0.72, 0.9), 1.0), 0.04), (-3, -6, 0.85))),
    ]
    for i, color in enumerate([(0.05, 0.75, 0.2)] * 4 + [(1, 0.42, 0.02)] * 2):
        lit.append(place(plate(rounded(7.5, 7.5, 1.5), 0.3, glowing(f"light {color}", color, 0.9), 0.05), (-24.5 + 9.8 * i, -16, 0.7)))
    return group(lit, (x, y, z))


def keys(z):
    """Round key pad with OK in the middle, and two keys on each side."""
    pad, pale = m.plastic("keys", (0.06, 0.066, 0.075), 0.4), m.ink(False)
    out = [
        place(ring(22, 11.5, 3.4, pad, 1.4), (0, -34, z - 0.6)),
        place(cylinder(10, 4.4, m.orange_plastic(), 1.2), (0, -34, z - 0.6)),
        place(marks.text("OK", 7, m.ink(), 0.05), (0, -34.2, z + 3.85)),
    ]
    for a in range(0, 360, 90):
        tip = place(plate([(2.6, 0), (-1.5, 2.6), (-1.5, -2.6)], 0.1, pale, 0.02), (0, 0, 0), (0, 0, a))
        out.append(group([tip], (16.8 * math.cos(math.radians(a)), -34 + 16.8 * math.sin(math.radians(a)), z + 2.85))[0])
    for x, y, word in ((-31, -17, "ESC"), (31, -17, "I/M"), (-29, -52, "LIVE"), (29, -52, "HELP")):
        out.append(place(plate(rounded(13.5, 8, 3.6), 3, pad, 1), (x, y, z + 0.6)))
        out.append(place(marks.text(word, 3.8, pale, 0.05), (x, y, z + 2.13)))
    out.append(place(marks.text("OBD-II", 6, pale, 0.05), (0, -67, z + 0.05)))
    return out


def plug():
    """The 16-pin plug, mouth toward -Y, its cable end at (0, 62, 0)."""
    black, brass = m.nylon(), m.surface("brass", (0.78, 0.53, 0.20), 0.22, 1)
    shell = fillet([(-22, -9.5), (22, -9.5), (18.5, 9.5), (-18.5, 9.5)], 2.6, 6)
    inner = fillet([(-19.8, -7.6), (19.8, -7.6), (16.8, 7.6), (-16.8, 7.6)], 2, 6)
    back = fillet([(-25, -12.5), (25, -12.5), (21.5, 12.5), (-21.5, 12.5)], 4, 6)
    up = (90, 0, 0)
    parts = [
        place(plate(shell, 24, black, 0.7, [inner]), (0, 6, 0), up),
        place(plate(inner, 10, m.plastic("insert", (0.05, 0.053, 0.06), 0.45), 0.5), (0, 9, 0), up),
        place(plate(rounded(31, 3.2, 0.6), 12, black, 0.4), (0, 2, 0), up),
        place(plate(back, 7, m.orange_plastic(), 1.4), (0, 19, 0), up),
        loft([(0, 21, 0, 46, 23, 5), (0, 34, 0, 44, 22, 4.5), (0, 46, 0, 34, 20, 3.5), (0, 54, 0, 16, 15, 2.5), (0, 56, 0, 12, 12, 2)], black),
        place(cylinder(5.4, 9, black, 1.5), (0, 55, 0), axis="Y"),
    ]
    for row in (-1, 1):
        for i in range(8):
            parts.append(place(box((1.7, 9, 1.1), brass, 0.25), (-14 + 4 * i, 0.5, row * 4.2)))
    parts += [place(box((30 - 3 * k, 1.6, 1.6), black, 0.6), (0, 30 + 4 * k, 11.4 - 0.25 * k)) for k in range(4)]
    return parts


def build():
    """The reader lying on the bench, its cable curved around to the plug in front."""
    reader = [*case(), *screen(0, 38, 28.2), *keys(28)]
    relief = loft([(0, 77, 13, 15, 15, 2.5), (0, 86, 13, 12, 12, 2), (0, 106, 11.5, 8, 8, 2)], m.nylon())
    group([*reader, relief], (40, -8, 0))
    at, turn = Vector((-92, -46, 15)), (-8, 0, 14)
    group(rest(group(plug(), turn=turn)), (at.x, at.y, 0))
    end = Euler([math.radians(a) for a in turn]).to_matrix() @ Vector((0, 62, 0)) + at
    path = [(40, 96, 11.6), (40, 118, 8), (14, 142, 3.4), (-44, 138, 3.3), (-104, 112, 3.3), (-136, 66, 3.3), (-118, 34, 4), tuple(end)]
    tube(smooth_path(path, 12), 3.3, m.rubber())
