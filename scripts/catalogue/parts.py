"""Small parts that many tools share: outlines, bolts, screws, numerals, pins. Millimeters, degrees."""

import materials as m
from shapes import circle, cut, cylinder, fillet, lathe, mesh_object, place, plate, polygon, ring

SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd",
    "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg", " ": "",
}


def rounded(width, height, radius, at=(0, 0)):
    """Returns the outline of a rounded rectangle that is centered on `at`."""
    x, y = width / 2, height / 2
    return [(p[0] + at[0], p[1] + at[1]) for p in fillet([(-x, -y), (x, -y), (x, y), (-x, y)], radius, 6)]


def hexagon(across, height, material, edge=0.8, bore=0.0):
    """Builds a hexagon with its bottom at z = 0 and this width across flats. A `bore` makes it a nut."""
    holes = [circle(bore)] if bore else []
    return place(plate(polygon(6, across), height, material, edge, holes), (0, 0, height / 2))


def bolt(across, height, material):
    """Builds a hexagon bolt head with its washer face on z = 0 and its top corners turned down."""
    return [
        place(cylinder(across * 0.56, across * 0.09, material, across * 0.02, 48), (0, 0, 0)),
        place(hexagon(across, height, material, across * 0.06), (0, 0, across * 0.05)),
        place(cylinder(across * 0.42, 0.25, material, 0.1, 48), (0, 0, height + across * 0.05 - 0.05)),
    ]


def socket_screw(radius, height, material):
    """Builds a button-head screw with a hexagon socket. Its bottom is at z = 0."""
    head = lathe([(0, 0), (radius, 0), (radius, height * 0.45), (radius * 0.55, height), (0, height)], material, radius * 0.2, around=40)
    hole = place(plate(polygon(6, radius * 0.9), height * 0.8, material, 0.01), (0, 0, height * 0.8))
    return cut(head, hole)


def ring_pin(length, radius, loop, material):
    """Builds a safety pin along Z, from z = 0 down to -length, with a split ring through its top."""
    hoop = place(ring(loop, loop - radius * 0.9, radius * 0.9, material, radius * 0.3, 40), (loop * 0.55, 0, radius * 2.2), (90, 0, 20))
    return [
        place(cylinder(radius, length, material, radius * 0.5, 24), (0, 0, -length)),
        place(cylinder(radius * 1.9, radius * 4, material, radius * 0.5, 24), (0, 0, 0)),
        hoop,
    ]


def numerals(words, height, material, lean=0.1):
    """Builds seven-segment numerals in the XY plane, centered on the origin. A period adds no width."""
    wide, bar = height * 0.52, height * 0.11
    vertices, faces = [], []
    x = 0.0
    for letter in words:
        if letter == ".":
            _quad(vertices, faces, x - wide * 0.37, 0, bar * 1.2, bar * 1.2, lean)
            continue
        for name in SEGMENTS[letter]:
            _quad(vertices, faces, *_segment(name, x, wide, height, bar), lean)
        x += wide * 1.42
    shift = (x - wide * 0.42) / 2
    return mesh_object([(a - shift, b - height / 2, 0) for a, b in vertices], faces, material, "numerals")


def _segment(name, x, wide, height, bar):
    """Returns (left, bottom, width, height) of one of the segments a to g."""
    half, gap = height / 2, bar * 0.18
    level = {"a": height - bar, "g": half - bar / 2, "d": 0}
    if name in level:
        return x + bar * 0.5, level[name], wide - bar, bar * 0.92
    left = x if name in "ef" else x + wide - bar
    bottom = half if name in "bf" else 0
    return left, bottom + bar / 2 + gap, bar * 0.92, half - bar - 2 * gap + bar / 2


def _quad(vertices, faces, left, bottom, width, height, lean):
    """Adds a leaning rectangle to a mesh's vertices and faces."""
    n = len(vertices)
    for dx, dy in ((0, 0), (width, 0), (width, height), (0, height)):
        y = bottom + dy
        vertices.append((left + dx + y * lean, y))
    faces.append((n, n + 1, n + 2, n + 3))


def fork_wheel(radius, width, at, heading=0.0):
    """Builds a swivel caster whose top plate is at `at`: wheel, hub and fork. `heading` turns it about Z."""
    zinc = m.zinc()
    drop = radius * 1.55
    trail = radius * 0.5
    wheel = place(lathe([(radius * 0.3, 0), (radius, 0), (radius, width), (radius * 0.3, width)], m.nylon(), width * 0.25, closed=True), (trail, width / 2, -drop), axis="Y", turn=(0, 0, 180))
    hub = place(cylinder(radius * 0.32, width * 1.5, zinc, 0.6, 32), (trail, -width * 0.75, -drop), axis="Y")
    top = place(cylinder(radius * 0.62, 5, zinc, 1.5, 40), (0, 0, -6))
    cheeks = []
    for side in (-1, 1):
        shape = fillet([(-radius * 0.6, -5), (radius * 0.6, -5), (trail + radius * 0.34, -drop - radius * 0.2), (trail - radius * 0.34, -drop - radius * 0.2)], radius * 0.25)
        cheeks.append(place(plate(shape, 2, zinc, 0.5), (0, side * (width / 2 + 2.2), 0), (90, 0, 0)))
    parts = [wheel, hub, top, *cheeks]
    for part in parts:
        place(part, at, (0, 0, heading))
    return parts
