"""The picture of the 404 page: sockets in a foam tray, where only the 10 mm one is missing."""

import marks
import materials as m
from parts import rounded
from shapes import box, circle, cut, cylinder, group, lathe, place, plate, polygon
from studio import View
from sweeps import knurl

VIEW = View(azimuth=-16, elevation=52, fill=0.86)
SIZES = ((8, -74), (9, -46), (10, -17), (11, 13), (12, 44), (13, 76))


def socket(size):
    """A 3/8 in chromed socket standing on its drive end, 30 mm tall."""
    chrome = m.chrome()
    wall = max(size * 0.66 + 2.2, 8.4)
    body = lathe([(0, 0), (8.4, 0), (8.4, 12), (wall, 15), (wall, 30), (size / 2 + 1.3, 30), (size / 2 + 0.3, 28.8), (0, 28.8)], chrome, 0.7)
    cut(body, place(plate(polygon(6, size, 30), 30, chrome, 0.05), (0, 0, 31)))
    return [body, place(knurl(8.6, 6, chrome, 1.5, 0.3, 0.8), (0, 0, 2.5)), place(cylinder(size * 0.5, 0.5, m.ink(), 0.1), (0, 0, 16))]


def build():
    """A two-color foam tray. The empty hole shows its orange layer."""
    foam = m.surface("foam", (0.026, 0.029, 0.034), 0.8, 0, bump=0.1, grain=1.2, Specular=0.25)
    bright = m.surface("foam orange", m.ORANGE, 0.75, 0, bump=0.08, grain=1.2, Specular=0.25)
    holes = [circle(max(size * 0.66 + 2.2, 8.4) + 1.4, (x, 12), 48) for size, x in SIZES]
    holes.append(rounded(176, 22, 11, (2, -32)))
    place(plate(rounded(206, 120, 8), 10, foam, 1.2, holes), (2, 0, 13))
    place(plate(rounded(206, 120, 8), 8, bright, 1), (2, 0, 4))
    for size, x in SIZES:
        if size != 10:
            group(socket(size), (x, 12, 8.2), (0, 0, size * 7))
        place(marks.text(str(size), 11, m.ink(False), 0.1), (x, 48, 18.03))
    extension()


def extension():
    """The extension bar in its slot."""
    chrome = m.chrome()
    place(cylinder(6, 130, chrome, 1), (-60, -32, 16), axis="X")
    place(knurl(7.4, 44, chrome, 2, 0.4), (-30, -32, 16), axis="X")
    place(lathe([(0, 0), (8.6, 0), (8.6, 18), (0, 18)], chrome, 1.5), (-76, -32, 16), axis="X")
    place(box((13, 9.4, 9.4), chrome, 1), (75, -32, 16))
