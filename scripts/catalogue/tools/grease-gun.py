"""Lever grease gun: enameled barrel with rubber sleeve, cast head with bleeder, lever, hose with four-jaw coupler."""

import marks
import materials as m
from parts import hexagon
from shapes import box, cylinder, fillet, group, lathe, place, plate, ring
from studio import View
from sweeps import knurl, loft, smooth_path, tube

VIEW = View(azimuth=-22, elevation=33, fill=0.9)
DETAIL = View(azimuth=8, elevation=30, target=(128, -10, 60), span=235)


def barrel():
    """The barrel along X with its caps, sleeve, label and follower rod."""
    paint, dark = m.orange_paint(), m.graphite_paint()
    parts = [
        place(lathe([(0, 0), (27, 0), (27, 232), (0, 232)], paint, 1), (-146, 0, 0), axis="X"),
        place(lathe([(0, 0), (24, 0), (29, 3), (29, 15), (28, 17), (0, 17)], dark, 1.2), (-154, 0, 0), axis="X"),
        place(knurl(30, 20, dark, 3.2, 0.7, 1.4), (80, 0, 0), axis="X"),
    ]
    parts += [place(ring(29.4, 26, 4.6, m.rubber(), 1.6), (-118 + 7.4 * k, 0, 0), axis="X") for k in range(9)]
    parts.append(place(ring(28.2, 26, 66, m.rubber(), 1.2), (-119, 0, 0), axis="X"))
    words = [marks.wrap(marks.text("400 g", 21, m.ink()), 27), marks.wrap(marks.text("400 bar", 10, m.ink()), 27)]
    parts += [place(words[0], (18, 0, 0), (44, 0, 0)), place(words[1], (18, 0, 0), (10, 0, 0))]
    parts.append(place(cylinder(3.4, 44, m.chrome(), 0.6, 32), (-196, 0, 0), axis="X"))
    parts.append(tube([(-196, -24, 0), (-196, 24, 0)], 4.2, m.chrome()))
    parts.append(place(cylinder(5.4, 7, m.chrome(), 1, 32), (-200, 0, 0), axis="X"))
    return parts


def head():
    """Cast head: bell on the barrel, upright pump, ears for the lever, bleeder valve, outlet."""
    cast = m.surface("cast zinc", (0.33, 0.335, 0.345), 0.38, 0.9, smudge=0.1, bump=0.05, grain=0.8)
    zinc = m.zinc()
    parts = [
        loft([(98, 0, 0, 52, 52, 2), (106, 0, 0, 50, 50, 2), (118, 0, 1, 44, 44, 2.4), (136, 0, 2, 38, 40, 3), (156, 0, 2, 34, 34, 3.4), (163, 0, 2, 28, 28, 3), (165, 0, 2, 18, 18, 2)], cast),
        place(lathe([(0, 0), (15, 0), (15, 44), (12.5, 48), (0, 48)], cast, 1.6), (134, 0, 4)),
        place(hexagon(22, 8, zinc), (134, 0, 51)),
        place(cylinder(5.2, 22, m.chrome(), 0.5, 40), (134, 0, 56)),
        place(lathe([(0, 0), (8, 0), (8, 6), (5, 10), (0, 10)], zinc, 0.8), (163, 0, 2), axis="X"),
        place(hexagon(15, 11, zinc), (168, 0, 2), axis="X"),
        place(lathe([(0, 0), (6.5, 0), (6.5, 3), (4, 5), (0, 5)], zinc, 0.6), (148, -15, 0), (90, 0, 0)),
        place(knurl(5, 9, m.chrome(), 1.3, 0.3, 0.8), (148, -19, 0), (90, 0, 0)),
    ]
    for side in (-1, 1):
        ear = fillet([(146, 6), (166, 6), (170, 44), (160, 54), (150, 46)], 6)
        parts.append(place(plate(ear, 6, cast, 1.4), (0, 13 * side, 0), (90, 0, 0)))
    return parts


def lever():
    """The lever: forked at the head, over the barrel, rubber at the hand's end; link pins."""
    steel = m.chrome()
    parts = []
    for side in (-1, 1):
        cheek = fillet([(124, 76), (132, 68), (158, 38), (168, 42), (166, 52), (142, 84), (110, 92), (108, 84)], 5)
        parts.append(place(plate(cheek, 4, steel, 1), (0, 8 * side, 0), (90, 0, 0)))
    parts.append(loft([(122, 0, 84, 20, 14, 5), (108, 0, 88, 20, 14, 5), (84, 0, 91, 18, 11, 5), (20, 0, 92, 16, 10, 5), (-70, 0, 92, 16, 10, 5), (-80, 0, 92, 16, 10, 5)], steel))
    parts.append(loft([(-36, 0, 92, 18, 12, 3), (-38, 0, 92, 23, 16, 3), (-46, 0, 92, 23, 16, 2.6), (-100, 0, 91, 25, 19, 2.6), (-136, 0, 91, 24, 18, 2.6), (-142, 0, 91, 20, 14, 2.4), (-144, 0, 91, 10, 7, 2)], m.rubber()))
    for x, z, reach in ((161, 45, 36), (134, 74, 24)):
        parts.append(place(cylinder(4, reach, m.zinc(), 0.8, 32), (x, -reach / 2, z), axis="Y"))
        parts.append(place(cylinder(6.4, 3, m.zinc(), 0.9, 32), (x, -reach / 2 - 1, z), axis="Y"))
    return parts


def hose():
    """The hose from the outlet to the ground in front, its ferrules and coupler."""
    path = smooth_path([(178, 0, 2), (196, 0, 3), (238, -18, 5), (262, -70, -6), (238, -128, -19), (176, -152, -22), (120, -154, -22)], 12)
    parts = [tube(path, 6, m.rubber())]
    parts.append(place(lathe([(0, 0), (8.4, 0), (8.4, 18), (7, 20), (0, 20)], m.zinc(), 0.8), (178, 0, 2), axis="X"))
    coupler = [
        place(lathe([(0, 0), (8.4, 0), (8.4, 18), (0, 18)], m.zinc(), 0.8), (-8, 0, 0), axis="X"),
        place(hexagon(15, 9, m.zinc()), (-17, 0, 0), axis="X"),
        place(lathe([(0, 0), (5.4, 3), (7.6, 3.4), (7.6, 9), (8.6, 10), (8.6, 24), (6, 27), (0, 27)], m.chrome(), 0.6), (-42, 0, 0), axis="X"),
        place(cylinder(3, 1, m.ink(), 0.1), (-41.6, 0, 0), axis="X"),
    ]
    coupler += [place(box((7, 1.1, 18), m.ink(), 0.2), (-36, 0, 0), (a, 0, 0)) for a in (45, -45)]
    return [*parts, *group(coupler, (116, -154, -21.5), (0, 0, -2))]


def build():
    """The gun lying on the ground, lever up, hose curved around to the front."""
    group([*barrel(), *head(), *lever(), *hose()], (0, 0, 30.5))
