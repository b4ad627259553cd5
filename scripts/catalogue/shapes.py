"""Solids for the catalogue's tools. Lengths in millimeters, angles in degrees, +Z up, ground at z = 0.

Every solid has rounded edges, because light catches the edges of real tools but not mathematically sharp ones.
"""

import math

import bmesh
import bpy
from mathutils import Euler, Matrix, Vector

AXES = {"X": Matrix.Rotation(math.pi / 2, 4, "Y"), "Y": Matrix.Rotation(-math.pi / 2, 4, "X"), "Z": Matrix()}


def mesh_object(vertices, faces, material, name="part", smooth=40):
    """Adds a mesh object to the scene. Edges flatter than `smooth` degrees are shaded round."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(v) for v in vertices], [], faces)
    return adopt(mesh, material, name, smooth)


def adopt(mesh, material, name="part", smooth=40):
    """Adds a finished mesh to the scene as an object: welds it, turns its normals outward, and sets its smoothing angle and material."""
    work = bmesh.new()
    work.from_mesh(mesh)
    bmesh.ops.remove_doubles(work, verts=work.verts, dist=1e-4)
    bmesh.ops.recalc_face_normals(work, faces=work.faces)
    work.to_mesh(mesh)
    work.free()
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(smooth)
    mesh.materials.clear()
    mesh.materials.append(material)
    item = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(item)
    return item


def place(item, at=(0, 0, 0), turn=(0, 0, 0), axis="Z"):
    """Lays the object's Z axis along `axis`, turns the object by Euler XYZ degrees, and moves it to `at`."""
    turned = Euler([math.radians(a) for a in turn]).to_matrix().to_4x4()
    item.matrix_world = Matrix.Translation(at) @ turned @ AXES[axis] @ item.matrix_world
    return item


def group(items, at=(0, 0, 0), turn=(0, 0, 0)):
    """Turns finished objects together about the origin, and moves them by `at`."""
    turned = Matrix.Translation(at) @ Euler([math.radians(a) for a in turn]).to_matrix().to_4x4()
    for item in items:
        item.matrix_world = turned @ item.matrix_world
    return items


def bevel(item, width=0.5, segments=3, angle=30):
    """Rounds edges sharper than `angle` degrees by `width`, with face-weighted normals for clean highlights."""
    edge = item.modifiers.new("edge", "BEVEL")
    edge.width, edge.segments, edge.limit_method = width, segments, "ANGLE"
    edge.angle_limit = math.radians(angle)
    edge.harden_normals = False
    weigh(item)
    return item


def weigh(item):
    """Weights the normals by face, so that flat faces look flat up to their rounded edges."""
    normals = item.modifiers.new("normals", "WEIGHTED_NORMAL")
    normals.keep_sharp = True
    return item


def apply(item):
    """Applies the object's modifiers, and returns the object."""
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = bpy.data.meshes.new_from_object(item.evaluated_get(graph))
    item.modifiers.clear()
    item.data = mesh
    return item


def cut(item, *tools):
    """Subtracts the volume of the tools from the object, and deletes the tools."""
    for normals in [step for step in item.modifiers if step.type == "WEIGHTED_NORMAL"]:
        item.modifiers.remove(normals)
    for tool in tools:
        step = item.modifiers.new("cut", "BOOLEAN")
        step.operation, step.solver, step.object = "DIFFERENCE", "EXACT", tool
        bpy.context.view_layer.update()
        apply(item)
        bpy.data.objects.remove(tool)
    item.data.use_auto_smooth = True
    return weigh(item)


def fillet(points, radius, steps=4, closed=True):
    """Rounds the corners of a 2D or 3D polyline. A point can have its own radius: `(point, radius)`."""
    corners = [p if isinstance(p[0], (tuple, Vector)) else (p, radius) for p in points]
    path = [(Vector(p), r) for p, r in corners]
    out = []
    for i, (here, r) in enumerate(path):
        if not closed and i in (0, len(path) - 1):
            out.append(here)
            continue
        before, after = path[i - 1][0] - here, path[(i + 1) % len(path)][0] - here
        if r <= 0 or before.length < 1e-6 or after.length < 1e-6:
            out.append(here)
            continue
        half = before.angle(after) / 2
        if half > math.pi / 2 - 0.02 or half < 0.02:
            out.append(here)
            continue
        reach = min(r / math.tan(half), before.length * 0.48, after.length * 0.48)
        out += _arc(here, before.normalized(), after.normalized(), reach, half, steps)
    return out


def _arc(corner, before, after, reach, half, steps):
    """Returns the points of the circular arc that is tangent to both sides of a corner."""
    middle = corner + (before + after).normalized() * (reach / math.cos(half))
    first, last = corner + before * reach - middle, corner + after * reach - middle
    sweep = math.pi - 2 * half
    return [
        middle + (first * math.sin(sweep * (1 - k / steps)) + last * math.sin(sweep * k / steps)) / math.sin(sweep)
        for k in range(steps + 1)
    ]


def skin(rings, material, name="part", closed=True, caps=True, smooth=40):
    """Builds a surface over rings of 3D points, all of the same length. `closed` joins the ends of each ring, `caps` fills the first and last ring."""
    n = len(rings[0])
    vertices = [v for ring in rings for v in ring]
    faces = []
    for j in range(len(rings) - 1):
        for i in range(n if closed else n - 1):
            k = (i + 1) % n
            faces.append((j * n + i, j * n + k, (j + 1) * n + k, (j + 1) * n + i))
    if caps:
        faces += [tuple(range(n)), tuple((len(rings) - 1) * n + i for i in range(n))]
    return mesh_object(vertices, faces, material, name, smooth)


def lathe(profile, material, radius=0.4, steps=4, around=72, name="turned", closed=False):
    """Turns a profile of (radius, height) about Z, with corners rounded by `radius` mm. `closed` joins its ends, for rings and tubes."""
    line = fillet([tuple(p) if len(p) == 2 else ((p[0], p[1]), p[2]) for p in profile], radius, steps, closed)
    if closed:
        line.append(line[0])
    angles = [2 * math.pi * i / around for i in range(around)]
    rings = [[(p[0] * math.cos(a), p[0] * math.sin(a), p[1]) for a in angles] for p in line]
    return weigh(skin(rings, material, name, caps=not closed))


def cylinder(radius, height, material, edge=0.5, around=72):
    """Builds a cylinder with rounded rims and its bottom at z = 0."""
    return lathe([(0, 0), (radius, 0), (radius, height), (0, height)], material, edge, around=around)


def ring(outer, inner, height, material, edge=0.4, around=72):
    """Builds a tube with rounded rims and its bottom at z = 0."""
    return lathe([(inner, 0), (outer, 0), (outer, height), (inner, height)], material, edge, around=around, closed=True)


def box(size, material, edge=1.0, segments=3):
    """Builds a box that is centered on the origin, with edges rounded by `edge` mm."""
    x, y, z = (s / 2 for s in size)
    corners = [(i * x, j * y, k * z) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return bevel(mesh_object(corners, faces, material, "box"), edge, segments)


def polygon(sides, across_flats, turn=0.0):
    """Returns the corners of a regular polygon with this width across flats."""
    r = across_flats / 2 / math.cos(math.pi / sides)
    return [
        (r * math.cos(2 * math.pi * i / sides + math.radians(turn)), r * math.sin(2 * math.pi * i / sides + math.radians(turn)))
        for i in range(sides)
    ]


def circle(radius, at=(0, 0), points=64, start=0.0, end=360.0):
    """Returns the points of a circle, or of the arc from `start` to `end` degrees."""
    whole = abs(end - start) >= 360
    count = points if whole else points - 1
    angles = [math.radians(start + (end - start) * i / count) for i in range(points)]
    return [(at[0] + radius * math.cos(a), at[1] + radius * math.sin(a)) for a in angles]


def twelve_point(across_flats, at=(0, 0), turn=0.0):
    """Returns the outline of a twelve-point ring or socket."""
    tip = across_flats / 2 / math.cos(math.pi / 6)
    valley = across_flats / 2 * 1.035
    points = []
    for i in range(24):
        a, r = math.pi * i / 12 + math.radians(turn), tip if i % 2 == 0 else valley
        points.append((at[0] + r * math.cos(a), at[1] + r * math.sin(a)))
    return points


def plate(outline, thickness, material, edge=0.5, holes=(), name="plate"):
    """Builds a flat solid from a 2D outline with holes, centered on z = 0. Its rims are rounded by `edge` mm, inside the outline."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions, curve.fill_mode = "2D", "BOTH"
    edge = min(edge, thickness * 0.49)
    curve.extrude, curve.bevel_depth, curve.bevel_resolution = thickness / 2 - edge, edge, 3
    curve.offset = -edge
    for loop in (outline, *holes):
        spline = curve.splines.new("POLY")
        spline.points.add(len(loop) - 1)
        for point, p in zip(spline.points, loop):
            point.co = (p[0], p[1], 0, 1)
        spline.use_cyclic_u = True
    holder = bpy.data.objects.new(name, curve)
    bpy.context.scene.collection.objects.link(holder)
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = bpy.data.meshes.new_from_object(holder.evaluated_get(graph))
    bpy.data.objects.remove(holder)
    return weigh(adopt(mesh, material, name, 50))


def rest(items, lift=0.0):
    """Moves finished objects together, so that their lowest point is at z = `lift`."""
    bpy.context.view_layer.update()
    low = min((item.matrix_world @ v.co).z for item in items for v in item.data.vertices)
    return group(items, at=(0, 0, lift - low))
