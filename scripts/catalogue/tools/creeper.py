"""Mechanic's creeper: padded board and headrest on a tubular frame with six casters."""

import materials as m
from parts import fork_wheel, rounded
from shapes import box, group, place, plate, skin, weigh
from studio import View
from sweeps import section, tube

VIEW = View(azimuth=-33, elevation=27, fill=0.9)
DETAIL = View(azimuth=-40, elevation=24, target=(-440, -110, 70), span=420)


def cushion(length, width, height, material, crown=7.0):
    """A stuffed pad lying on z = 0, with a piped seam around its upper edge."""
    levels = [(3, 0), (0, height * 0.15), (0, height * 0.66), (2.5, height * 0.82), (7, height * 0.93), (14, height), (30, height + crown * 0.45), (60, height + crown * 0.8), (110, height + crown)]
    rings = [[(x, y, z) for x, y in section(length - 2 * i, width - 2 * i, 9, 144)] for i, z in levels if 2 * i < min(length, width) - 8]
    pad = weigh(skin(rings, material, "pad", smooth=60))
    seam = [(x, y, height * 0.7) for x, y in section(length + 1, width + 1, 9, 144)]
    return [pad, tube(seam, 2.8, m.orange_plastic(), closed=True, around=12)]


def board():
    """The pads: a slightly raised headrest, and three pads for the body."""
    vinyl = m.surface("vinyl", (0.022, 0.025, 0.030), 0.42, 0, smudge=0.08, bump=0.05, grain=0.5, Specular=0.5)
    parts = []
    for middle, length in ((-170, 300), (150, 320), (403, 150)):
        parts += group(cushion(length, 386, 30, vinyl), (middle, 0, 100))
    parts += group(cushion(176, 320, 34, m.surface("vinyl orange", m.ORANGE, 0.42, 0, smudge=0.08, bump=0.05, grain=0.5)), (-424, 0, 106), (0, 6, 0))
    return parts


def frame():
    """Tubular frame, cross members, the board under the pads."""
    paint = m.graphite_paint()
    loop = [(-508, -170, 84), (-440, -205, 84), (440, -205, 84), (508, -170, 84), (508, 170, 84), (440, 205, 84), (-440, 205, 84), (-508, 170, 84)]
    parts = [tube([*loop], 12.5, paint, 40, closed=True)]
    parts += [place(box((36, 400, 16), paint, 4), (x, 0, 84)) for x in (-420, 0, 420)]
    parts.append(place(plate(rounded(990, 384, 30), 8, m.nylon(), 2), (0, 0, 97)))
    return parts


def build():
    """The creeper on its six casters, headrest to the left."""
    board()
    frame()
    for x in (-420, 0, 420):
        for y, heading in ((-178, 200 + x * 0.09), (178, 160 - x * 0.05)):
            fork_wheel(27, 20, (x, y, 69.5), heading)
