"""Swept and patterned solids: rods, hoses, lofts, coils, threads, knurls. Millimeters, degrees."""

import math

from mathutils import Vector

from shapes import fillet, skin, weigh


def section(width, height, power=2.0, points=32):
    """Returns the points of a superellipse: power 2 is an ellipse, 4 a soft box, 8 nearly a rectangle."""
    out = []
    for i in range(points):
        a = 2 * math.pi * i / points
        c, s = math.cos(a), math.sin(a)
        out.append((math.copysign(abs(c) ** (2 / power), c) * width / 2, math.copysign(abs(s) ** (2 / power), s) * height / 2))
    return out


def frames(path, up=(0, 0, 1), closed=False):
    """Returns a (point, side, up) frame for each point of a 3D path. The frames do not twist."""
    path = [Vector(p) for p in path]
    last = len(path) - 1
    out = []
    lift = Vector(up)
    for i, p in enumerate(path):
        ahead = path[(i + 1) % len(path)] if closed else path[min(i + 1, last)]
        behind = path[i - 1] if closed or i else path[0]
        along = (ahead - behind).normalized()
        lift = lift - along * lift.dot(along)
        if lift.length < 1e-6:
            lift = along.orthogonal()
        lift.normalize()
        out.append((p, along.cross(lift).normalized(), lift.copy()))
    return out


def sweep(path, outline, material, up=(0, 0, 1), closed=False, scale=None):
    """Sweeps a 2D outline along a 3D path. `scale(t)` is the outline's scale at `t`, from 0 to 1."""
    rings = []
    for i, (p, side, lift) in enumerate(frames(path, up, closed)):
        s = scale(i / (len(path) - 1)) if scale else 1
        rings.append([p + side * (x * s) + lift * (y * s) for x, y in outline])
    if closed:
        rings.append(rings[0])
    return weigh(skin(rings, material, "swept", caps=not closed))


def tube(path, radius, material, bend=0.0, around=24, closed=False):
    """Builds a round rod or hose along a path, with corners of radius `bend` and rounded ends."""
    points = fillet([tuple(p) for p in path], bend, 10, closed) if bend else [Vector(p) for p in path]
    if closed:
        return sweep(points, section(2 * radius, 2 * radius, 2, around), material, closed=True)
    return rounded_rod(points, section(2 * radius, 2 * radius, 2, around), material, radius * 0.35)


def rounded_rod(points, outline, material, edge, up=(0, 0, 1)):
    """Builds a swept rod whose end faces have rims rounded by `edge` mm."""
    size = max(abs(x) for x, _ in outline)
    points = [Vector(p) for p in points]
    start, end = (points[1] - points[0]).normalized(), (points[-2] - points[-1]).normalized()
    marks = [(edge * (1 - math.cos(a)), edge * (1 - math.sin(a))) for a in (0, math.pi / 8, math.pi / 4, 3 * math.pi / 8, math.pi / 2)]
    head = [(points[0] + start * d, 1 - shrink / size) for d, shrink in marks]
    tail = [(points[-1] + end * d, 1 - shrink / size) for d, shrink in reversed(marks)]
    body = head + [(p, 1) for p in points[1:-1]] + tail
    sizes = [s for _, s in body]
    return sweep([p for p, _ in body], outline, material, up, scale=lambda t: sizes[round(t * (len(sizes) - 1))])


def smooth_path(points, steps=8):
    """Returns a Catmull-Rom curve through the points, which are tuples of any length, such as (x, y, z, width, height)."""
    padded = [points[0], *points, points[-1]]
    out = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
        for k in range(steps):
            t = k / steps
            out.append(tuple(
                0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t**3)
                for p, q, r, s in zip(a, b, c, d)
            ))
    out.append(tuple(points[-1]))
    return out


def loft(stations, material, steps=6, points=40, up=(0, 0, 1), smooth=45):
    """Builds a body through stations of (x, y, z, width, height, power), for grips, forged heads and pressed arms.

    Width lies across the path and `up`, height along `up`; power as in `section`.
    """
    line = smooth_path(stations, steps) if steps > 1 else stations
    rings = []
    for (p, side, lift), station in zip(frames([s[:3] for s in line], up), line):
        width, height, power = max(station[3], 0.01), max(station[4], 0.01), max(station[5], 1.2)
        rings.append([p + side * x + lift * y for x, y in section(width, height, power, points)])
    return skin(rings, material, "loft", smooth=smooth)


def coil(radius, wire, pitch, turns, material, around=16):
    """Builds a coil spring about Z from z = 0. `radius` is the mean radius, `wire` the wire's radius, `pitch` the rise per turn."""
    count = int(turns * 36)
    path = [
        (radius * math.cos(i * math.pi / 18), radius * math.sin(i * math.pi / 18), pitch * i / 36)
        for i in range(count + 1)
    ]
    return sweep(path, section(2 * wire, 2 * wire, 2, around), material)


def thread(radius, length, pitch, material, depth=None, flat=0.35, around=48):
    """Builds a threaded rod about Z from z = 0. `radius` is the outer radius, `flat` the crest's share of the pitch: 0.35 is trapezoidal, 0.1 metric."""
    depth = depth if depth is not None else pitch * 0.5
    slope = (1 - 2 * flat) / 2

    def height(phase):
        phase %= 1.0
        if phase < flat:
            return 0.0
        if phase < flat + slope:
            return (phase - flat) / slope
        if phase < 2 * flat + slope:
            return 1.0
        return 1 - (phase - 2 * flat - slope) / slope

    rows = max(int(length / pitch * 16), 2)
    rings = []
    for j in range(rows + 1):
        z = length * j / rows
        taper = min(1.0, z / (pitch * 0.8), (length - z) / (pitch * 0.8))
        rings.append([])
        for i in range(around):
            r = radius - depth * max(height(z / pitch - i / around), 1 - taper)
            rings[-1].append((r * math.cos(2 * math.pi * i / around), r * math.sin(2 * math.pi * i / around), z))
    return skin(rings, material, "thread", smooth=60)


def knurl(radius, length, material, pitch=1.8, depth=0.35, edge=1.0):
    """Builds a cylinder with a diamond knurl about Z from z = 0. Its rims taper over `edge` mm."""
    count = max(int(2 * math.pi * radius / pitch), 12)
    around, rows = count * 4, max(int(length / pitch * 4), 8)
    rings = []
    for j in range(rows + 1):
        z = length * j / rows
        rim = min(1.0, z / edge, (length - z) / edge)
        rings.append([])
        for i in range(around):
            u = abs((i / 4 + z / pitch) % 1 - 0.5) * 2
            v = abs((i / 4 - z / pitch) % 1 - 0.5) * 2
            r = radius - depth * min(1.6 * max(u, v) - 0.6, 1) * (1 if max(u, v) > 0.375 else 0) - (1 - rim) * edge * 0.6
            rings[-1].append((r * math.cos(2 * math.pi * i / around), r * math.sin(2 * math.pi * i / around), z))
    return skin(rings, material, "knurl", smooth=20)
