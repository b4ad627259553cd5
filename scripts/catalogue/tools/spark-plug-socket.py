"""Two magnetic spark plug sockets, a long 16 mm one and a short 21 mm one: chromed, knurled, with a rubber collar inside."""

import marks
import materials as m
from shapes import box, cut, cylinder, group, lathe, place, plate, polygon, rest, ring
from studio import View
from sweeps import knurl

VIEW = View(azimuth=-26, elevation=34, fill=0.84)
DETAIL = View(azimuth=-40, elevation=36, target=(-34, -38, 14), span=78)


def socket(size, length, wall):
    """A socket standing on its drive end: `size` across flats, `wall` its outer radius."""
    foot = 11.2
    chrome = m.chrome()
    body = lathe([
        (0, 0), (foot - 0.6, 0), (foot - 0.6, 3), (foot - 1.2, 4), (foot - 1.2, 19), (foot - 0.4, 20), (foot - 0.4, 24),
        (wall, 24 + (wall - foot) * 1.6 + 2), (wall, length), (size / 2 + 1.6, length), (size / 2 + 0.2, length - 1.4), (0, length - 1.4),
    ], chrome, 0.7)
    hexagon = place(plate(polygon(6, size, 30), 40, chrome, 0.05), (0, 0, length - 4))
    bore = place(cylinder(size / 2 - 0.5, 30, chrome, 0.1), (0, 0, length - 42))
    drive = place(box((9.6, 9.6, 22), chrome, 0.5), (0, 0, 0))
    cut(body, hexagon, bore, drive)
    rows = [place(knurl(foot - 0.1, 14, chrome, 1.5, 0.32, 0.8), (0, 0, 4.5))]
    collar = place(ring(size / 2 - 0.2, size / 2 - 3, 13, m.rubber(), 1.4, 48), (0, 0, length - 21))
    magnet = place(cylinder(size / 2 - 2.6, 2, m.zinc(), 0.4), (0, 0, length - 36))
    band = place(ring(wall + 0.15, wall - 1, 2.6, m.orange_plastic(), 0.3), (0, 0, length - 10))
    return [body, *rows, collar, magnet, band]


def lettered(size, length, wall):
    """A socket along X, mouth at +X, its size etched on top."""
    words = place(marks.wrap(marks.text(f"{size} mm", 7, m.ink()), wall), (length * 0.6, 0, 0))
    parts = [place(part, axis="X") for part in socket(size, length, wall)]
    return [*parts, words]


def build():
    """The long socket lies with its mouth toward the camera, and the short one stands behind it."""
    lying = group(lettered(16, 92, 11.4), (34, -8, 0), (12, 0, 206))
    rest(lying)
    group(socket(21, 64, 14.4), (-8, 36, 0), (0, 0, 20))
