"""Picture of the carousel: tools hanging on a pegboard. The left two fifths stay empty for the text.

The wall lies on the studio's ground and the camera looks down on it, so that the light falls from the upper left.
"""

import materials as m
import sets
from shapes import box, group, place
from studio import View

SIZE = (1600, 700)
VIEW = View(azimuth=-73, elevation=79, roll=73, target=(0, 0, 40), span=1130, blur=0.002)


def build():
    """The panel and what hangs on it; +Y is up the wall."""
    group(sets.panel(640, 440, m.graphite_paint()), (225, 0, 0))
    for x, y in ((236, 134), (306, 134), (356, 24), (496, 138), (528, 138)):
        sets.peg(x, y, 24)
    place(box((128, 15, 34), m.nylon(), 3), (464, -92, 39))
    sets.put("spanner-set", (58, -60, 26), (0, 0, 0))
    sets.put("hammer", (272, 0, 26), (0, 0, -90))
    sets.put("pliers", (354, 50, 26), (0, 0, 90))
    sets.put("screwdrivers", (464, -108, 26), (0, 0, 90))
    sets.put("ratchet", (512, 74, 26), (0, 0, -90))
    sets.put("feeler-gauge", (64, -184, 26), (0, 0, 0))
