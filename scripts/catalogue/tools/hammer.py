"""Ball-peen hammer: forged head with ground face and ball, orange fiberglass handle, ribbed grip."""

import math

import marks
import materials as m
from shapes import box, group, lathe, place, rest
from studio import View
from sweeps import loft

VIEW = View(azimuth=-40, elevation=34)
DETAIL = View(azimuth=-48, elevation=32, target=(-158, 0, 22), span=150)


def head():
    """The head about Z, face at z = 0, ball at z = 112; the eye's middle at z = 50."""
    ball = [(17.5 * math.cos(math.radians(a)), 95 + 17.5 * math.sin(math.radians(a))) for a in range(-42, 91, 6)]
    face = lathe([(0, 0), (18, 0), (20.5, 2.8), (20.5, 15), (18.6, 17), (0, 17)], m.steel("Z"), 0.7)
    middle = lathe([(0, 16), (18.6, 16.8), (16, 22, 4), (16, 28, 4), (19, 33, 5), (19, 66, 5), (14, 72, 6), (12.4, 80, 6), (13, 83.4), (0, 83.4)], m.forged(), 1)
    peen = lathe([(0, 82), (12.6, 82.6), *ball], m.steel("Z"), 0.2)
    cheeks = place(box((41, 39.6, 36), m.forged(), 5, 5), (0, 0, 50))
    return [face, middle, peen, cheeks]


def handle():
    """The handle along +X from the eye: bonded neck, fiberglass shaft, ribbed rubber grip with a flared end."""
    neck = loft([(14, 0, 0, 30, 25, 3), (24, 0, 0, 29, 24, 3), (30, 0, 0, 27, 22, 2.6), (31, 0, 0, 20, 16, 2.6)], m.nylon())
    shaft = loft([(22, 0, 0, 25, 20, 2.6), (60, 0, 0, 24, 18.5, 2.6), (110, 0, 0, 23, 18, 2.6), (180, 0, 0, 25, 19, 2.6)], m.orange_plastic())
    stations = [(148, 0, 0, 20, 16, 2.4), (148.2, 0, 0, 28, 22, 2.4), (151, 0, 0, 30, 23.5, 2.4), (158, 0, 0, 30, 23.5, 2.4)]
    for i in range(34):
        x = 162 + i * 4.6
        swell = 3.6 * (i / 33) ** 2 - 1.6 * (1 - abs(i / 16.5 - 1))
        for dx, groove in ((0, 0), (0.7, -1.7), (1.5, -1.7), (2.2, 0)):
            stations.append((x + dx, 0, 0, 31.5 + swell + groove, 24.5 + swell * 0.7 + groove, 2.4))
    stations += [(320, 0, 0, 36, 28, 2.4), (326, 0, 0, 40, 31, 2.4), (333, 0, 0, 40, 31, 2.4), (337, 0, 0, 36, 27, 2.4), (338.6, 0, 0, 28, 20, 2.4), (339, 0, 0, 2, 2, 2)]
    grip = loft(stations, m.soft_grip(), steps=1, smooth=50)
    return [neck, shaft, grip]


def build():
    """The hammer lying on its cheek, head toward the camera."""
    top = group(head(), at=(0, 0, -50))
    for part in top:
        place(part, (0, 0, 0), (90, 0, 0))
    words = place(marks.text("680 g", 8, m.ink(), 0.1), (0, 0, 19.85), (0, 0, 90))
    parts = [*top, *handle(), words]
    group(parts, at=(-165, 0, 0), turn=(0, 0.7, 0))
    rest(parts)
