"""The studio that all tools share: soft light from the upper left, a shadow-catching ground, a camera that fits the tool."""

import math
from dataclasses import dataclass
from typing import Optional, Tuple

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Euler, Vector


@dataclass(frozen=True)
class View:
    """The camera's position. `azimuth` is in degrees from the front (-Y), positive to the right, `elevation` in degrees above the ground.

    fill: the share of the frame that the subject fills; target and span: the center and width in mm of a detail to look at instead of
    the whole tool; roll: turns the frame; lens: the focal length in mm.
    """

    azimuth: float = -28
    elevation: float = 30
    fill: float = 0.84
    lens: float = 85
    roll: float = 0
    target: Optional[Tuple[float, float, float]] = None
    span: Optional[float] = None
    blur: float = 0.012


def points_of(items):
    """Returns the objects' vertices in world space. Of a fine mesh, it returns only some."""
    graph = bpy.context.evaluated_depsgraph_get()
    out = []
    for item in items:
        solid = item.evaluated_get(graph)
        vertices = solid.data.vertices
        out += [solid.matrix_world @ vertices[i].co for i in range(0, len(vertices), 1 + len(vertices) // 4000)]
    return out


def set_up(view, size=(1200, 900), items=None):
    """Adds lights, ground and camera for the meshes in the scene (or `items`), and returns the camera."""
    scene = bpy.context.scene
    bpy.context.view_layer.update()
    points = points_of(items or [o for o in scene.objects if o.type == "MESH"])
    low = Vector(min(p[i] for p in points) for i in range(3))
    high = Vector(max(p[i] for p in points) for i in range(3))
    middle, reach = (low + high) / 2, (high - low).length / 2
    scene.render.resolution_x, scene.render.resolution_y = size
    ground(reach)
    light(middle, reach, view.azimuth)
    sky()
    return camera(view, points, middle, reach)


def ground(reach):
    """Adds an endless matte floor that only shows shadows. develop.py adds the background color."""
    bpy.ops.mesh.primitive_plane_add(size=reach * 60)
    floor = bpy.context.object
    floor.name, floor.is_shadow_catcher = "ground", True
    material = bpy.data.materials.new("ground")
    material.use_nodes = True
    tree = material.node_tree
    matt = tree.nodes.new("ShaderNodeBsdfDiffuse")
    matt.inputs["Color"].default_value = (0.80, 0.82, 0.84, 1)
    tree.links.new(matt.outputs[0], tree.nodes["Material Output"].inputs["Surface"])
    floor.data.materials.append(material)


def softbox(middle, reach, azimuth, elevation, distance, size, strength):
    """Adds a rectangular lamp aimed at the middle. Angles are as for the camera, lengths in units of the subject's reach."""
    a, e = math.radians(azimuth), math.radians(elevation)
    way = Vector((math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)))
    lamp = bpy.data.lights.new("softbox", "AREA")
    lamp.shape, lamp.size, lamp.size_y = "RECTANGLE", size[0] * reach, size[1] * reach
    lamp.energy = strength * (reach * distance) ** 2 * math.pi * 4
    item = bpy.data.objects.new("softbox", lamp)
    item.location = middle + way * (distance * reach)
    item.rotation_euler = (-way).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(item)
    item.visible_camera = False
    return item


def light(middle, reach, azimuth):
    """Adds a key light from the upper left, a rim light from behind, and a weak fill from the right. They turn with the camera."""
    softbox(middle, reach, azimuth - 62, 50, 4.2, (3.6, 2.6), 0.95)
    softbox(middle, reach, azimuth - 172, 42, 4.5, (5.0, 1.1), 0.42)
    softbox(middle, reach, azimuth + 72, 30, 4.5, (0.9, 3.2), 0.20)


def sky():
    """Adds the room: dark walls and a dim ceiling, which metal reflects, and even light for the shadows."""
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    place, split, ramp, half, path, blend, even = (
        nodes.new(f"ShaderNode{k}") for k in ("TexCoord", "SeparateXYZ", "ValToRGB", "Math", "LightPath", "MixRGB", "RGB")
    )
    stops = [(0.0, 0.5), (0.49, 0.3), (0.505, 0.012), (0.60, 0.02), (0.70, 0.10), (0.82, 0.16), (0.92, 0.42), (1.0, 0.5)]
    ramp.color_ramp.elements[0].color = (*([stops[0][1]] * 3), 1)
    ramp.color_ramp.elements[1].color = (*([stops[-1][1]] * 3), 1)
    for position, gray in stops[1:-1]:
        ramp.color_ramp.elements.new(position).color = (gray * 0.97, gray * 0.99, gray * 1.02, 1)
    half.operation = "MULTIPLY_ADD"
    half.inputs[1].default_value = half.inputs[2].default_value = 0.5
    even.outputs[0].default_value = (0.27, 0.275, 0.285, 1)
    links.new(place.outputs["Generated"], split.inputs[0])
    links.new(split.outputs["Z"], half.inputs[0])
    links.new(half.outputs[0], ramp.inputs[0])
    links.new(path.outputs["Is Glossy Ray"], blend.inputs["Fac"])
    links.new(even.outputs[0], blend.inputs["Color1"])
    links.new(ramp.outputs[0], blend.inputs["Color2"])
    links.new(blend.outputs[0], nodes["Background"].inputs["Color"])


def camera(view, points, middle, reach):
    """Adds a camera that fits the subject (or the view's target) into the frame."""
    scene = bpy.context.scene
    lens = bpy.data.cameras.new("camera")
    lens.lens, lens.clip_start, lens.clip_end = view.lens, reach * 0.01, reach * 100
    item = bpy.data.objects.new("camera", lens)
    scene.collection.objects.link(item)
    scene.camera = item
    tilt = Euler((math.radians(90 - view.elevation), 0, math.radians(view.azimuth)))
    item.rotation_euler = (tilt.to_matrix() @ Euler((0, 0, math.radians(view.roll))).to_matrix()).to_euler()
    back = item.rotation_euler.to_matrix() @ Vector((0, 0, 1))
    aim = Vector(view.target) if view.target else middle.copy()
    distance = (view.span or reach * 2) * view.lens / lens.sensor_width
    item.location = aim + back * distance
    if not view.target:
        aim, distance = _fit(item, points, aim, distance, view.fill)
    lens.dof.use_dof, lens.dof.focus_distance = view.blur > 0, distance
    lens.dof.aperture_fstop = view.lens / 2000 / max(view.blur * distance * 0.25, 1e-6)
    return item


def _fit(item, points, aim, distance, fill):
    """Moves the camera until the points fill the frame and are centered. Returns (aim, distance)."""
    scene, turn = bpy.context.scene, item.rotation_euler.to_matrix()
    across = item.data.sensor_width / item.data.lens
    tall = scene.render.resolution_y / scene.render.resolution_x
    for _ in range(8):
        item.location = aim + turn @ Vector((0, 0, distance))
        bpy.context.view_layer.update()
        seen = [world_to_camera_view(scene, item, p) for p in points]
        left, right = min(p.x for p in seen), max(p.x for p in seen)
        low, high = min(p.y for p in seen), max(p.y for p in seen)
        wide = distance * across
        aim = aim + turn @ Vector((((left + right) / 2 - 0.5) * wide, ((low + high) / 2 - 0.5) * wide * tall, 0))
        distance *= max((right - left) / fill, (high - low) / min(fill, 0.84))
    return aim, distance
