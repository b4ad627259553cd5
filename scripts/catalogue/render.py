"""Renders tools: blender -b -P scripts/catalogue/render.py -- [slug…] [--preview] [--detail] [--out DIR]

Without slugs, renders all tools. Writes for develop.py: DIR/<slug>[-detail].png (the tool alone, lit as if on the
ground), its -albedo and -normal guides, and its -shadow on the ground. A separate pass for the shadow takes a fifth of
the time, because the soft, noisy shadow needs less resolution and fewer samples than the tool.
"""

import argparse
import importlib
import os
import sys
import time

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import studio  # noqa: E402


def parse_arguments():
    """Parses the arguments after `--`."""
    parser = argparse.ArgumentParser(prog="render.py")
    parser.add_argument("slugs", nargs="*")
    parser.add_argument("--preview", action="store_true", help="480 x 360, few samples")
    parser.add_argument("--draft", action="store_true", help="three quarters of the size, fewer samples: for a busy machine")
    parser.add_argument("--detail", action="store_true", help="the tool's second, closer view")
    parser.add_argument("--out", default="/tmp/catalogue")
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else [])


def configure_cycles(preview, threads=2):
    """Sets up Cycles on the CPU: adaptive sampling, short light paths, filmic tones."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    scene.render.film_transparent = True
    scene.world.cycles.sampling_method = "NONE"
    cycles = scene.cycles
    cycles.device, cycles.use_denoising, cycles.use_adaptive_sampling = "CPU", False, True
    cycles.samples, cycles.adaptive_threshold, cycles.adaptive_min_samples = (20, 0.08, 8) if preview else (48, 0.04, 12)
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 7, 2, 5
    cycles.transmission_bounces, cycles.transparent_max_bounces = 6, 8
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.blur_glossy = 3.0, 0.5
    scene.view_settings.view_transform, scene.view_settings.look = "Filmic", "Medium High Contrast"
    image = scene.render.image_settings
    image.file_format, image.color_mode, image.color_depth = "PNG", "RGBA", "16"


def add_guides(path):
    """Adds outputs for the albedo and normal passes that guide the denoiser."""
    scene = bpy.context.scene
    bpy.context.view_layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    source = next(n for n in tree.nodes if n.type == "R_LAYERS")
    for name in ("Albedo", "Normal"):
        out = tree.nodes.new("CompositorNodeOutputFile")
        out.base_path = os.path.dirname(path)
        out.format.file_format, out.format.color_depth = "OPEN_EXR", "16"
        out.file_slots[0].path = f"{os.path.basename(path)}-{name.lower()}-"
        tree.links.new(source.outputs[f"Denoising {name}"], out.inputs[0])


def render_tool(path):
    """Renders the tool with the light and the reflections of the ground, which is itself invisible to the camera."""
    floor = bpy.data.objects["ground"]
    floor.is_shadow_catcher, floor.visible_camera = False, False
    add_guides(path)
    bpy.context.scene.render.filepath = f"{path}.png"
    bpy.ops.render.render(write_still=True)


def render_shadow(path, preview):
    """Renders the whole shadow on the ground at two fifths of the size. The tool is hidden only from the camera."""
    scene = bpy.context.scene
    for item in scene.objects:
        if item.type == "MESH":
            item.visible_camera = item.name == "ground"
    bpy.data.objects["ground"].is_shadow_catcher = True
    scene.use_nodes = False
    bpy.context.view_layer.cycles.denoising_store_passes = False
    scene.cycles.use_adaptive_sampling, scene.cycles.samples = False, 12 if preview else 32
    scene.cycles.diffuse_bounces = 1
    scene.render.resolution_percentage = 40
    scene.render.filepath = f"{path}-shadow.png"
    bpy.ops.render.render(write_still=True)


def render_picture(slug, options):
    """Renders one picture of one tool."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    tool = importlib.import_module(f"tools.{slug}")
    tool.build()
    size = getattr(tool, "SIZE", (1200, 900))
    width = 480 if options.preview else size[0] * 3 // 4 if options.draft else size[0]
    size = (width, width * size[1] // size[0])
    studio.set_up(tool.DETAIL if options.detail else tool.VIEW, size)
    configure_cycles(options.preview)
    if options.draft:
        bpy.context.scene.cycles.samples = 36
    path = os.path.join(options.out, slug + ("-detail" if options.detail else ""))
    start = time.time()
    render_tool(path)
    render_shadow(path, options.preview)
    print(f"{path}: {time.time() - start:.0f} s")


def main():
    """Renders the requested tools."""
    options = parse_arguments()
    os.makedirs(options.out, exist_ok=True)
    slugs = options.slugs or sorted(f[:-3] for f in os.listdir(os.path.join(HERE, "tools")) if f.endswith(".py"))
    for slug in slugs:
        render_picture(slug, options)


main()
