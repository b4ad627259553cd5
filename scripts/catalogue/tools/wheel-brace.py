"""Four-way lug wrench: chromed cross, a colored ring on each socket."""

import marks
import materials as m
from shapes import cut, group, lathe, place, plate, polygon, rest, ring
from studio import View
from sweeps import loft

VIEW = View(azimuth=-22, elevation=36)
DETAIL = View(azimuth=-16, elevation=28, target=(-25, -175, 17), span=125)
COLORS = {17: ("orange", m.ORANGE), 19: ("blue", (0.02, 0.12, 0.42)), 21: ("yellow", (0.85, 0.50, 0.02)), 22: ("red", (0.5, 0.015, 0.012))}


def arm(size):
    """One arm along +Z from the cross's middle, its socket's mouth at z = 200."""
    wide = size * 0.62 + 4.2
    profile = [(0, 10), (8.5, 10), (8, 60, 20), (8, 128, 10), (wide, 146, 8), (wide, 200), (size * 0.5 + 2.4, 200), (size * 0.5 + 0.8, 197.5), (0, 197.5)]
    hexagon = place(plate(polygon(6, size, 15), 50, m.chrome(), 0.05), (0, 0, 196))
    body = cut(lathe(profile, m.chrome(), 1.2), hexagon)
    name, color = COLORS[size]
    band = place(ring(wide + 0.6, wide - 0.6, 9, m.plastic(name, color), 0.7), (0, 0, 176))
    label = place(marks.wrap(marks.text(str(size), 10, m.ink()), wide, upright=True), (0, 0, 160))
    place(label, turn=(0, 0, 180))
    return [body, band, label]


def build():
    """The cross lying flat, one socket toward the camera."""
    parts = []
    for size, turn in ((17, 0), (21, 90), (19, 180), (22, 270)):
        arm_parts = arm(size)
        for part in arm_parts:
            place(part, (0, 0, 0), (90, 0, 0))
            place(part, (0, 0, 0), (0, 0, turn))
        parts += arm_parts
    parts.append(place(lathe([(0, -11), (13, -11), (13, 11), (0, 11)], m.chrome(), 4, 6), (0, 0, 0)))
    for turn in (45, 135):
        web = loft([(-19, 0, 0, 6, 9, 3), (-13, 0, 0, 14, 15, 3), (0, 0, 0, 18, 18, 3), (13, 0, 0, 14, 15, 3), (19, 0, 0, 6, 9, 3)], m.chrome())
        parts.append(place(web, (0, 0, 0), (0, 0, turn)))
    rest(group(parts, turn=(0, 0, -8)))
