"""A pair of 3 t jack stands: welded pyramid on four feet, ratchet post in ten notches, lever, saddle."""

import marks
import materials as m
from parts import bolt, rounded
from shapes import box, cylinder, fillet, group, place, plate
from studio import View
from sweeps import loft, tube

VIEW = View(azimuth=-30, elevation=24, fill=0.86)
DETAIL = View(azimuth=-38, elevation=24, target=(-6, -10, 244), span=230)
PITCH = 13.5


def side(angle):
    """One of the four pressed sides, leaning in."""
    arch = [(-90, 0), (-62, 0), ((-26, 108), 16), ((26, 108), 16), (62, 0), (90, 0), (27, 206), (-27, 206)]
    wall = plate(fillet(arch, 2), 4, m.orange_paint(), 1.0)
    place(wall, (0, -88, 4), (90 - 17, 0, 0))
    bead = tube([(-61, -86, 2), (-26, -55, 106), (26, -55, 106), (61, -86, 2)], 3.2, m.orange_paint(), 14, 14)
    return group([wall, bead], turn=(0, 0, angle))


def base():
    """The welded pyramid: four sides, round corners, feet, collar with its pawl housing."""
    paint = m.orange_paint()
    parts = [part for angle in (0, 90, 180, 270) for part in side(angle)]
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        parts.append(tube([(89 * x, 89 * y, 3), (28 * x, 28 * y, 202)], 4.2, paint, around=16))
        parts.append(place(plate(rounded(50, 50, 12), 7, paint, 1.6), (82 * x, 82 * y, 3.5)))
    parts.append(place(box((60, 60, 46), paint, 4), (0, 0, 206)))
    parts.append(place(box((66, 66, 7), paint, 3), (0, 0, 228)))
    plaque = plate(rounded(40, 22, 3), 1, m.graphite_paint(), 0.3)
    words = place(marks.text("3 t", 15, m.ink(False), 0.1), (0, -0.5, 0.55))
    parts += group([plaque, words], (0, -65.8, 78 + 60), (73, 0, 0))
    return parts


def post(lift):
    """The toothed post with its saddle, `lift` mm above its lowest position."""
    steel = m.graphite_paint()
    teeth = []
    for i in range(11):
        z = 128 + i * PITCH - 30
        teeth += [(-15, z), (-21, z + 1.5), (-21, z + 4), (-15, z + PITCH - 1.5)]
    outline = [(-15, 90), *teeth, (-15, 262), (15, 262), (15, 90)]
    bar = place(plate(outline, 26, m.forged(), 0.8), (0, 0, 0), (90, 0, 0))
    cup = [((-52, 285), 3), ((-46, 285), 3), ((-34, 266), 12), ((34, 266), 12), ((46, 285), 3), ((52, 285), 3), ((50, 262), 8), ((18, 246), 10), ((-18, 246), 10), ((-50, 262), 8)]
    saddle = place(plate(fillet(cup, 6), 46, steel, 3), (0, 0, 0), (90, 0, 0))
    neck = place(box((38, 34, 16), steel, 3), (0, 0, 248))
    return group([bar, saddle, neck], (0, 0, lift))


def lever():
    """The pawl lever, which passes through the collar. Its grip is on the left."""
    paint = m.graphite_paint()
    ears = [place(plate(fillet([(-52, -14), (-24, -20), (-24, 20), (-52, 14)], 8), 5, m.orange_paint(), 1), (0, y, 214), (90, 0, 0)) for y in (-15, 15)]
    pin = place(cylinder(5, 46, m.zinc(), 1), (-43, -23, 214), axis="Y")
    arm = loft([(-26, 0, 222, 22, 9, 5), (-44, 0, 217, 22, 14, 5), (-66, 0, 208, 20, 9, 5), (-100, 0, 186, 20, 8, 5), (-128, 0, 176, 20, 8, 5)], paint)
    grip = loft([(-98, 0, 187, 22, 11, 3), (-102, 0, 185, 26, 15, 3), (-130, 0, 175, 26, 15, 3), (-152, 0, 170, 25, 14, 3), (-156, 0, 169, 18, 9, 3)], m.rubber())
    head = group(bolt(12, 6, m.zinc()), (-43, -23, 214), (90, 0, 0))
    return [*ears, pin, arm, grip, *head]


def stand(lift):
    """One whole stand about the origin."""
    return [*base(), *post(lift), *lever()]


def build():
    """One stand, raised by two notches, and another one behind it, raised by six."""
    group(stand(2 * PITCH), turn=(0, 0, 6))
    group(stand(6 * PITCH), (285, 112, 0), (0, 0, -10))
