"""Lettering, scales and tick marks on tools: laser-etched (slightly raised, dark) or forged (raised, the tool's own metal)."""

import math
import os

import bmesh
import bpy
from mathutils import Matrix, Vector

from shapes import adopt, box

FONT = "/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf"


def text(words, size, material, depth=0.08, edge=0.0):
    """Builds words in the XY plane, centered on the origin and raised by `depth`. `size` is the height of the letters in mm, with descenders."""
    curve = bpy.data.curves.new("text", "FONT")
    curve.body, curve.size, curve.align_x, curve.align_y = words, size, "CENTER", "CENTER"
    curve.extrude, curve.bevel_depth, curve.resolution_u = depth / 2, edge, 4
    if os.path.exists(FONT):
        curve.font = bpy.data.fonts.load(FONT, check_existing=True)
    holder = bpy.data.objects.new("text", curve)
    bpy.context.scene.collection.objects.link(holder)
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = bpy.data.meshes.new_from_object(holder.evaluated_get(graph))
    bpy.data.objects.remove(holder)
    return adopt(mesh, material, "text", 30)


def wrap(item, radius, upright=False):
    """Bends a mark in the XY plane around a cylinder along X of this radius: y becomes the angle from the top, z the height above the surface.

    upright: bends the mark around a cylinder along Z instead. Words then face -Y, at the height that was their y.
    """
    if upright:
        item.data.transform(Matrix.Rotation(-math.pi / 2, 4, "Z"))
    work = bmesh.new()
    work.from_mesh(item.data)
    rows = [v.co.y for v in work.verts]
    step = radius * 0.06
    for k in range(1, int((max(rows) - min(rows)) / step) + 1):
        everything = [*work.verts, *work.edges, *work.faces]
        bmesh.ops.bisect_plane(work, geom=everything, plane_co=(0, min(rows) + k * step, 0), plane_no=(0, 1, 0))
    work.to_mesh(item.data)
    work.free()
    for vertex in item.data.vertices:
        x, y, z = vertex.co
        angle = y / radius
        vertex.co = Vector((x, (radius + z) * math.sin(angle), (radius + z) * math.cos(angle)))
    if upright:
        item.data.transform(Matrix(((0, -1, 0, 0), (0, 0, -1, 0), (1, 0, 0, 0), (0, 0, 0, 1))))
    return item


def ticks(count, step, length, material, thick=0.35, every=5, longer=1.7, depth=0.08):
    """Returns the marks of a scale along X from the origin. They are `step` mm apart, and each `every`th one is longer."""
    marks = []
    for i in range(count):
        size = length * (longer if i % every == 0 else 1)
        mark = box((thick, size, depth), material, 0.01, 1)
        mark.location = (i * step, size / 2, 0)
        marks.append(mark)
    return marks
