"""Low-profile floor jack: orange steel frame, lifting arm with rubber-padded saddle, double pump, long handle."""

import math

import marks
import materials as m
from shapes import box, circle, cut, cylinder, fillet, group, lathe, place, plate, ring
from studio import View
from sweeps import knurl, loft, tube

RAISED = 15
PIVOT = (150, 0, 96)
VIEW = View(azimuth=-38, elevation=24)
DETAIL = View(azimuth=-42, elevation=30, target=(-190, -10, 150), span=330)


def side(y):
    """One pressed side plate of the frame in the XZ plane at this y, its holes and its turned-out lower flange."""
    outline = [
        (-318, 22), (-318, 48), (-270, 60), (-90, 66), (10, 98), (90, 134), (240, 138), (318, 116), (318, 62), (230, 40), (60, 24), (-220, 14),
    ]
    holes = [circle(13, (-20, 56), 40), circle(17, (40, 74), 40), circle(9, (-90, 46), 32)]
    wall = place(plate(fillet(outline, 26, 6), 7, m.orange_paint(), 1.6, holes), (0, y, 0), (90, 0, 0))
    flange = loft(
        [(-215, y, 17, 22, 6, 8), (60, y, 27, 26, 6, 8), (228, y, 43, 26, 6, 8), (300, y, 60, 20, 6, 8)], m.orange_paint(), steps=5)
    return [wall, flange]


def wheels():
    """Two steel rollers in front, two swivel casters behind."""
    parts = [place(cylinder(8, 236, m.zinc(), 1), (-272, 118, 30), (90, 0, 0))]
    for s in (-1, 1):
        roller = lathe([(0, 0), (8, 0), (12, 2), (24, 2), (30, 4), (30, 34), (24, 36), (18, 32), (12, 32), (12, 38), (0, 38)], m.cast_iron(), 2, around=96)
        parts.append(place(roller, (-272, s * 97, 30), (-90 * s, 0, 0)))
        parts.append(place(lathe([(0, 0), (6.5, 0), (6.5, 4), (0, 4)], m.zinc(), 1), (-272, s * 134, 30), (-90 * s, 0, 0)))
        parts += caster(268, s * 122)
    return parts


def caster(x, y):
    """A swivel caster under the rear corner."""
    wheel = place(lathe([(0, -13), (9, -13), (12, -10), (20, -10), (27, -12), (27, 12), (20, 10), (12, 10), (9, 13), (0, 13)], m.nylon(), 2), (x + 10, y, 27), (90, 0, 0))
    cheeks = [place(plate(fillet([(x - 22, 64), (x + 18, 64), (x + 20, 20), (x + 2, 20)], 9), 4, m.zinc(), 0.8), (0, y + s * 18, 0), (90, 0, 0)) for s in (-1, 1)]
    crown = place(box((46, 42, 5), m.zinc(), 1.5), (x - 2, y, 66))
    race = place(lathe([(0, 0), (19, 0), (15, 8), (0, 8)], m.zinc(), 1.4), (x - 2, y, 67))
    ear = place(box((62, 62, 6), m.orange_paint(), 2.5), (x - 2, y - math.copysign(8, y), 78))
    axle = place(cylinder(5, 46, m.zinc(), 1), (x + 10, y + 23, 27), (90, 0, 0))
    return [wheel, *cheeks, crown, race, ear, axle]


def arm():
    """The raised lifting arm about its pivot, with saddle and pad level at its end."""
    outline = fillet([(18, -20), (22, 16), (-20, 26), (-180, 14), (-362, 12), (-366, -14), (-190, -24), (-20, -26)], 12, 5)
    walls = [place(plate(outline, 7, m.graphite_paint(), 1.6), (0, s * 40, 0), (90, 0, 0)) for s in (-1, 1)]
    top = place(plate(fillet([(-330, -38), (-330, 38), (-60, 38), (-60, -38)], 6), 6, m.graphite_paint(), 1.4), (0, 0, 6), (0, 2, 0))
    bolts = [place(cylinder(9, 96, m.zinc(), 2), (-345, 48, 0), (90, 0, 0)), place(cylinder(13, 196, m.zinc(), 2), (0, 98, 0), (90, 0, 0))]
    swung = group([*walls, top, *bolts], at=PIVOT, turn=(0, RAISED, 0))
    a = math.radians(RAISED)
    x, z = PIVOT[0] - 345 * math.cos(a), PIVOT[2] + 345 * math.sin(a)
    return [*swung, *saddle(x, z)]


def saddle(x, z):
    """The cast saddle with its cross-grooved rubber pad."""
    neck = lathe([(0, -16), (24, -16), (24, 14), (0, 14)], m.cast_iron(), 3)
    dish = lathe([(0, 10), (30, 10), (52, 20), (54, 34), (49, 34), (47, 26), (0, 26)], m.cast_iron(), 2, around=96)
    pad = lathe([(0, 24), (46.4, 24), (46.4, 42), (44, 45), (0, 45)], m.rubber(), 2, around=96)
    cut(pad, *[place(box((8, 120, 12), m.rubber(), 1), (0, 0, 45), (0, 0, t)) for t in (0, 90)])
    lugs = [place(box((10, 12, 18), m.cast_iron(), 3), (50 * math.cos(t), 50 * math.sin(t), 33), (0, 0, math.degrees(t))) for t in (0.785, 2.356, 3.927, 5.498)]
    return group([neck, dish, pad, *lugs], at=(x, 0, z))


def hydraulics():
    """The power unit between the side plates: block, lift ram, two pumps, release shaft; the yoke above."""
    block = place(box((110, 104, 66), m.cast_iron(), 8, 4), (208, 0, 88))
    ram = place(cylinder(29, 130, m.graphite_paint(), 3), (30, 0, 78), (0, 90, 0))
    rod = place(cylinder(15, 60, m.chrome(), 2), (-28, 0, 76), (0, 90, 0))
    pumps = []
    for y in (-26, 26):
        pumps.append(place(lathe([(0, 0), (16, 0), (16, 26), (12, 30), (0, 30)], m.zinc(), 1.4), (196, y, 118), (0, 16, 0)))
        pumps.append(place(cylinder(7, 40, m.chrome(), 1), (203, y, 142), (0, 16, 0)))
    ties = [place(cylinder(9, 204, m.zinc(), 2), (x, 102, z), (90, 0, 0)) for x, z in ((-100, 44), (292, 92))]
    deck = place(plate(fillet([(-316, -88), (-316, 88), (-236, 88), (-236, -88)], 8), 6, m.orange_paint(), 1.5), (0, 0, 45))
    return [block, ram, rod, *pumps, *ties, deck]


def handle(lean=60):
    """The yoke at the rear and the long handle in it, leaning back; rubber sleeve, knurled grip, orange collar."""
    yoke = [place(plate(fillet([(-26, -16), (26, -16), (20, 54), (-20, 54)], 12, 5), 8, m.graphite_paint(), 1.8), (0, s * 34, 0), (90, 0, 0)) for s in (-1, 1)]
    bridge = place(box((44, 74, 10), m.graphite_paint(), 3), (0, 0, 40))
    socket = place(ring(24, 18, 70, m.graphite_paint(), 2), (0, 0, 34))
    screw = place(tube([(0, -26, 84), (0, -46, 84), (0, -58, 84)], 4, m.zinc()), (0, 0, 0))
    pole = place(lathe([(0, 0), (17, 0), (17, 470), (0, 470)], m.graphite_paint(), 2), (0, 0, 50))
    collar = place(ring(17.8, 16, 10, m.orange_plastic(), 1), (0, 0, 352))
    foam = place(ring(23, 16, 150, m.rubber(), 5), (0, 0, 160))
    grip = place(knurl(18.8, 140, m.rubber(), 5, 1.2, 4), (0, 0, 376))
    cap = place(lathe([(0, 0), (19, 0), (21, 6), (21, 14), (0, 16)], m.rubber(), 4), (0, 0, 514))
    parts = group([*yoke, bridge, socket, screw, pole, collar, foam, grip, cap], at=(0, 0, 0), turn=(0, lean, 0))
    pin = place(cylinder(10, 92, m.zinc(), 2), (0, 46, 0), (90, 0, 0))
    return group([*parts, pin], at=(236, 0, 142))


def label():
    """Rating and travel on the near side plate."""
    words = [
        place(marks.text("3 t", 42, m.ink(False), 0.3), (232, -96.6, 98), (90, 0, 0)),
        place(marks.text("75 – 500 mm", 13, m.ink(False), 0.3), (222, -96.6, 66), (90, 0, 0)),
    ]
    return words


def build():
    """The jack on its wheels, saddle to the left, arm raised a little, handle back."""
    for y in (-93, 93):
        side(y)
    wheels()
    arm()
    hydraulics()
    handle()
    label()
