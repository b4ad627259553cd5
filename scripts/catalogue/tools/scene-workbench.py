"""Picture of the carousel: tools on an oiled workbench. The left two fifths stay empty for the text."""

import sets
from studio import View

SIZE = (1600, 700)
VIEW = View(azimuth=-12, elevation=32, target=(8, 8, 62), span=960, blur=0.004)


def build():
    """The end of a workbench, with the tools for one job."""
    sets.planks(-62, 900, -232, 300, 40, 5)
    sets.put("multimeter", (42, 150, 40), (0, 0, 10))
    sets.put("impact-sockets", (345, 176, 40), (0, 0, 16))
    sets.put("spark-plug-socket", (20, -96, 40), (0, 0, -10))
    sets.put("torque-wrench", (246, -118, 40), (0, 0, 16))
    sets.put("ratchet", (380, -8, 40), (0, 0, 32))
