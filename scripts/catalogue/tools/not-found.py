"""Not found: sockets in their foam, every place filled but the one of 10 mm."""

import marks
import materials as m
from parts import rounded
from shapes import box, circle, cut, cylinder, fillet, group, lathe, place, plate, polygon, ring
from studio import View
from sweeps import knurl

VIEW = View(azimuth=-18, elevation=46, fill=0.9)
SIZES = ((8, -96), (9, -58), (10, -19), (11, 21), (12, 62), (13, 104))


def socket(size):
    """A 3/8 in chromed socket standing on its drive end, 30 mm tall."""
    chrome = m.chrome()
    wall = max(size * 0.66 + 2.2, 8.4)
    body = lathe([(0, 0), (8.4, 0), (8.4, 12), (wall, 15), (wall, 30), (size / 2 + 1.3, 30), (size / 2 + 0.3, 28.8), (0, 28.8)], chrome, 0.7)
    cut(body, place(plate(polygon(6, size, 30), 30, chrome, 0.05), (0, 0, 31)))
    return [body, place(knurl(8.6, 6, chrome, 1.5, 0.3, 0.8), (0, 0, 2.5)), place(cylinder(size * 0.5, 0.5, m.ink(), 0.1), (0, 0, 16))]


def build():
    """A two-colour foam tray; the empty place shows the orange layer."""
    foam = m.surface("foam", (0.026, 0.029, 0.034), 0.8, 0, bump=0.1, grain=1.2, Specular=0.25)
    bright = m.surface("foam orange", m.ORANGE, 0.75, 0, bump=0.08, grain=1.2, Specular=0.25)
    holes = [circle(max(size * 0.66 + 2.2, 8.4) + 1.4, (x, 12), 48) for size, x in SIZES]
    holes.append(rounded(214, 22, 11, (4, -34)))
    place(plate(rounded(284, 118, 8), 18, foam, 1.2, holes), (4, 0, 17))
    place(plate(rounded(284, 118, 8), 8, bright, 1), (4, 0, 4))
    for size, x in SIZES:
        if size != 10:
            group(socket(size), (x, 12, 8.2), (0, 0, size * 7))
        place(marks.text(str(size), 8, m.ink(False), 0.1), (x, 41, 26.03))
    rod = [
        place(cylinder(6, 160, m.chrome(), 1), (-66, -34, 16), axis="X"),
        place(knurl(7.4, 44, m.chrome(), 2, 0.4), (-40, -34, 16), axis="X"),
        place(lathe([(0, 0), (8.6, 0), (8.6, 18), (0, 18)], m.chrome(), 1.5), (-82, -34, 16), axis="X"),
        place(box((13, 9.4, 9.4), m.chrome(), 1), (99, -34, 16)),
    ]
    return rod
