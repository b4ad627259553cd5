"""Ball joint separator: forged frame with a 23 mm fork, rolled spindle with hexagon head, standing on its fork."""

import marks
import materials as m
from parts import bolt
from shapes import fillet, group, lathe, place, plate, ring
from studio import View
from sweeps import loft, thread

VIEW = View(azimuth=-38, elevation=22, fill=0.88)
DETAIL = View(azimuth=-44, elevation=30, target=(-4, 0, 44), span=150)


def frame():
    """The drop-forged bow from the fork's root up and over the spindle, with an I-section's recess."""
    paint = m.orange_paint()
    bow = loft([
        (14, 0, 8.5, 15, 46, 6), (30, 0, 9.5, 18, 44, 6), (46, 0, 18, 22, 38, 5), (56, 0, 38, 25, 31, 5), (57, 0, 62, 25, 29, 5),
        (52, 0, 86, 25, 30, 5), (38, 0, 104, 25, 33, 5), (18, 0, 111, 27, 38, 4), (0, 0, 112, 30, 41, 3), (-12, 0, 112, 28, 38, 2.6),
        (-17, 0, 112, 20, 28, 2.4), (-19, 0, 112, 8, 12, 2),
    ], paint, 6, 48, up=(0, 1, 0))
    boss = place(lathe([(0, 0), (19, 0), (20.5, 3), (20.5, 33), (18.5, 37), (0, 37)], paint, 2), (-2, 0, 94))
    tines = [(-58, -15), (-52, -26), (20, -26), (40, -20), (40, 20), (20, 26), (-52, 26), (-58, 15), (-56, 11.5), ((4, 11.5), 11.4), ((4, -11.5), 11.4), (-56, -11.5)]
    fork = place(plate(fillet(tines, 3.5, 8), 17, paint, 3), (0, 0, 8.5))
    rim = [place(ring(14, 9, 2, m.zinc(), 0.6), (-2, 0, z)) for z in (92.6, 130.4)]
    words = place(marks.text("23 mm", 8.5, paint, 1.2, 0.2), (56.5, -14.6, 60), (90, 90, 0))
    return [bow, boss, fork, *rim, *group([words])]


def spindle():
    """The screw through the boss: rolled thread, hardened tip, hexagon on top."""
    black = m.black_steel()
    screw = place(thread(8.5, 96, 2.6, black, 1.1), (0, 0, 62))
    tip = place(lathe([(0, 0), (2.5, 0.2), (6.8, 7), (6.8, 14), (0, 14)], m.steel("Z"), 0.8), (0, 0, 50))
    return group([screw, tip, *group(bolt(22, 15, m.zinc()), (0, 0, 157))], (-2, 0, 0))


def build():
    """The separator standing, fork toward the camera's left."""
    frame()
    spindle()
