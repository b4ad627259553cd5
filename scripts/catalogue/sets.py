"""Helpers for scenes: they place finished tools, and build what the tools lie on or hang from."""

import importlib

import bpy
import materials as m
from mathutils import Matrix
from shapes import box, circle, cylinder, group, place, plate
from sweeps import tube


def put(slug, at=(0, 0, 0), turn=(0, 0, 0)):
    """Builds another tool of the catalogue, turns it about its origin, and moves it. Returns its meshes."""
    before = set(bpy.context.scene.objects)
    importlib.import_module(f"tools.{slug}").build()
    bpy.context.view_layer.update()
    return group([item for item in bpy.context.scene.objects if item not in before], at, turn)


def planks(left, right, front, back, thick, count=5):
    """Builds a worktop of oiled planks along X, with its bottom at z = 0. The grain of each plank differs."""
    wide = (back - front) / count
    parts = []
    for i in range(count):
        plank = box((right - left, wide - 0.6, thick), m.wood(), 1.4)
        shift = Matrix.Translation((137.0 * i, 61.0 * i, 23.0 * i))
        plank.data.transform(shift)
        place(plank, ((left + right) / 2 - 137.0 * i, front + wide * (i + 0.5) - 61.0 * i, thick / 2 - 23.0 * i))
        parts.append(plank)
    return parts


def panel(width, height, material, pitch=25.0, margin=25.0):
    """Builds a perforated sheet-steel panel with a folded rim on z = 0 about the origin. Its face is at z = 22."""
    columns, rows = int((width - 2 * margin) / pitch), int((height - 2 * margin) / pitch)
    holes = [
        circle(3.6, ((i - columns / 2) * pitch, (j - rows / 2) * pitch), 14)
        for i in range(columns + 1)
        for j in range(rows + 1)
    ]
    x, y = width / 2, height / 2
    sheet = place(plate([(-x, -y), (x, -y), (x, y), (-x, y)], 1.6, material, 0.4, holes), (0, 0, 21.2))
    dark = place(box((width - 6, height - 6, 4), m.ink(), 0.5), (0, 0, 8))
    rims = [place(box((width, 3, 22), material, 1), (0, y * s, 11)) for s in (-1, 1)]
    rims += [place(box((3, height, 22), material, 1), (x * s, 0, 11)) for s in (-1, 1)]
    return [sheet, dark, *rims]


def peg(x, y, reach=26.0):
    """Builds a hook in the panel's hole at (x, y), which points out and then up the wall (+Y)."""
    steel = m.chrome()
    hook = tube([(x, y, 16), (x, y, reach + 22), (x, y + 11, reach + 27)], 2.4, steel, 5, 16)
    return [hook, place(cylinder(6, 1.6, m.zinc(), 0.5, 32), (x, y, 22))]
