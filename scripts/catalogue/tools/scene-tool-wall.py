"""Carousel: every tool on its hook on a perforated panel; the left two fifths stay empty for the words.

The wall lies on the studio's ground and the camera looks down on it, so that the light falls from the upper left.
"""

import materials as m
import sets
from shapes import group
from studio import View

SIZE = (1600, 700)
VIEW = View(azimuth=-73, elevation=79, roll=73, target=(0, 0, 40), span=1130, blur=0.002)


def build():
    """The panel and what hangs on it; +Y is up the wall."""
    group(sets.panel(640, 440, m.graphite_paint()), (225, 0, 0))
    sets.put("spanner-set", (58, -46, 26), (0, 0, 0))
    sets.put("hammer", (272, 0, 26), (0, 0, -90))
    sets.put("pliers", (366, 40, 26), (0, 0, 90))
    sets.put("screwdrivers", (452, -108, 26), (0, 0, 90))
    sets.put("ratchet", (512, 74, 26), (0, 0, -90))
    sets.put("feeler-gauge", (64, -176, 26), (0, 0, 0))
