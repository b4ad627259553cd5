"""Renders tools: blender -b -P scripts/catalogue/render.py -- [slug…] [--preview] [--detail] [--out DIR]

Writes DIR/<slug>[-detail].exr (picture) with -albedo and -normal guides for develop.py; without slugs, all tools.
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


def arguments():
    """The words after `--`."""
    parser = argparse.ArgumentParser(prog="render.py")
    parser.add_argument("slugs", nargs="*")
    parser.add_argument("--preview", action="store_true", help="640 x 480, few samples")
    parser.add_argument("--detail", action="store_true", help="the tool's second, closer view")
    parser.add_argument("--out", default="/tmp/catalogue")
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else [])


def settings(preview, threads=2):
    """Cycles on the processor: adaptive sampling, short light paths, filmic tones, guides for the denoiser."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    scene.render.film_transparent = True
    cycles = scene.cycles
    cycles.device, cycles.use_denoising = "CPU", False
    cycles.samples, cycles.use_adaptive_sampling = (32, True) if preview else (128, True)
    cycles.adaptive_threshold, cycles.adaptive_min_samples = (0.05, 8) if preview else (0.02, 24)
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 7, 3, 5
    cycles.transmission_bounces, cycles.transparent_max_bounces = 6, 8
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.blur_glossy = 3.0, 0.5
    scene.view_settings.view_transform, scene.view_settings.look = "Filmic", "Medium High Contrast"


def passes(path):
    """File outputs: the picture as seen (16-bit PNG, alpha = tool and shadow) and its albedo and normal guides."""
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
    image = scene.render.image_settings
    image.file_format, image.color_mode, image.color_depth = "PNG", "RGBA", "16"
    scene.render.filepath = f"{path}.png"


def shoot(slug, options):
    """One picture of one tool."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    tool = importlib.import_module(f"tools.{slug}")
    tool.build()
    size = (640, 480) if options.preview else (1200, 900)
    studio.set_up(tool.DETAIL if options.detail else tool.VIEW, size)
    settings(options.preview)
    path = os.path.join(options.out, slug + ("-detail" if options.detail else ""))
    passes(path)
    start = time.time()
    bpy.ops.render.render(write_still=True)
    print(f"{path}: {time.time() - start:.0f} s")


def main():
    """Renders what was asked for."""
    options = arguments()
    os.makedirs(options.out, exist_ok=True)
    slugs = options.slugs or sorted(f[:-3] for f in os.listdir(os.path.join(HERE, "tools")) if f.endswith(".py"))
    for slug in slugs:
        shoot(slug, options)


main()
