"""Ten deep impact sockets in their tray: phosphated, an orange ring on each, the size marked in white."""

import marks
import materials as m
from shapes import box, cut, cylinder, group, lathe, place, plate, polygon, ring
from studio import View

SIZES = (10, 11, 12, 13, 14, 17, 19, 21, 22, 24)
PITCH, GAP = 37.0, 40.0
VIEW = View(azimuth=-27, elevation=33)
DETAIL = View(azimuth=-30, elevation=36, target=(50, -12, 62), span=150)


def socket(size):
    """A deep 1/2 in socket of `size` mm standing on its drive end, 78 mm tall; small ones are waisted to a thinner wall."""
    foot, wall = 14.5, max(size * 0.66 + 2.6, 9.2)
    waist = [(foot, 30), (wall, 38)] if wall < foot - 1 else [(foot, 30), (wall, 34)]
    profile = [(0, 0), (foot, 0), *waist, (wall, 78), (size * 0.5 + 2.6, 78), (size * 0.5 + 0.6, 75.6), (0, 75.6)]
    hexagon = place(plate(polygon(6, size, 15), 60, m.phosphate(), 0.05), (0, 0, 70))
    body = cut(lathe(profile, m.phosphate(), 0.9), hexagon)
    band = place(ring(wall + 0.6, wall - 0.5, 5, m.orange_plastic(), 0.6), (0, 0, 66.5))
    label = place(marks.wrap(marks.text(str(size), 9.5, m.ink(False)), wall, upright=True), (0, 0, 54))
    return [body, band, label]


def tray():
    """A graphite tub with ten round pockets, rounded all over, and its label on the front."""
    long, deep, tall = PITCH * 5 + 8, GAP * 2 + 8, 22
    block = box((long, deep, tall), m.nylon(), 4.5, 5)
    pockets = [
        place(cylinder(16.3, 30, m.nylon(), 0.1), (x, y, 4 - tall / 2)) for x, y in places()
    ]
    cut(block, *pockets)
    sign = place(marks.text("1/2\"   10 – 24 mm   CrMo", 8, m.ink(False)), (0, -deep / 2 - 0.02, -1), (90, 0, 0))
    stripe = place(box((long - 12, 0.4, 2.2), m.orange_plastic(), 0.1), (0, -deep / 2, -7.6))
    return group([block, sign, stripe], at=(0, 0, tall / 2))


def places():
    """The pockets' centers, front row first."""
    return [((i - 2) * PITCH, (j - 0.5) * GAP) for j in range(2) for i in range(5)]


def build():
    """The small sockets in the front row, the large behind."""
    tray()
    for size, (x, y) in zip(SIZES, places()):
        group(socket(size), at=(x, y, 4), turn=(0, 0, VIEW.azimuth + 6))
