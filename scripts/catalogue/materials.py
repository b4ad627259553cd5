"""The catalogue's materials, each created once per scene. Textures are in object space: millimeters."""

import bpy

ORANGE = (1.0, 0.135, 0.008)
GRAPHITE = (0.022, 0.027, 0.034)


def srgb(code):
    """Converts '#rrggbb' to linear RGB."""
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)


def surface(name, color, rough, metal=0.0, smudge=0.0, bump=0.0, grain=1.0, stretch=(1, 1, 1), **extra):
    """Returns a Principled material, which is created on first use.

    smudge: the variation of the roughness, as handling marks; bump: the height of the grain; grain: its cells per mm;
    stretch: the scale of the grain along each axis, for brushed metal; extra: other Principled inputs by name, with `_` for spaces.
    """
    if name in bpy.data.materials:
        return bpy.data.materials[name]
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    body = nodes["Principled BSDF"]
    body.inputs["Base Color"].default_value = (*color, 1)
    body.inputs["Roughness"].default_value = rough
    body.inputs["Metallic"].default_value = metal
    for key, value in extra.items():
        body.inputs[key.replace("_", " ")].default_value = value
    if smudge:
        wander = _noise(nodes, links, 0.035, (1, 1, 1), 4)
        span = nodes.new("ShaderNodeMapRange")
        span.inputs["From Min"].default_value, span.inputs["From Max"].default_value = 0.3, 0.7
        span.inputs["To Min"].default_value, span.inputs["To Max"].default_value = rough - smudge / 2, rough + smudge
        links.new(wander, span.inputs["Value"])
        links.new(span.outputs["Result"], body.inputs["Roughness"])
    if bump:
        lift = nodes.new("ShaderNodeBump")
        lift.inputs["Strength"].default_value, lift.inputs["Distance"].default_value = 1.0, bump
        links.new(_noise(nodes, links, grain, stretch, 2), lift.inputs["Height"])
        links.new(lift.outputs["Normal"], body.inputs["Normal"])
    return material


def _noise(nodes, links, scale, stretch, detail):
    """Returns the output of a noise texture in object space."""
    place, squeeze, noise = (nodes.new(f"ShaderNode{k}") for k in ("TexCoord", "Mapping", "TexNoise"))
    squeeze.inputs["Scale"].default_value = stretch
    noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value = scale, detail
    links.new(place.outputs["Object"], squeeze.inputs["Vector"])
    links.new(squeeze.outputs["Vector"], noise.inputs["Vector"])
    return noise.outputs["Fac"]


def chrome():
    """Polished chrome plate."""
    return surface("chrome", (0.74, 0.755, 0.775), 0.07, 1, smudge=0.05, bump=0.004, grain=0.25)


def satin_chrome():
    """Matte chrome: wrench shafts, ratchet bodies."""
    return surface("satin chrome", (0.66, 0.675, 0.69), 0.27, 1, smudge=0.07, bump=0.006, grain=2.5)


def steel(along="X"):
    """Ground steel, brushed along an axis of the part."""
    stretch = {"X": (0.03, 1, 1), "Y": (1, 0.03, 1), "Z": (1, 1, 0.03)}[along]
    return surface(f"steel {along}", (0.52, 0.53, 0.545), 0.24, 1, smudge=0.06, bump=0.012, grain=3.0, stretch=stretch)


def zinc():
    """Zinc-plated steel: pins, bolts, small hardware."""
    return surface("zinc", (0.60, 0.61, 0.60), 0.32, 1, smudge=0.1, bump=0.01, grain=0.8)


def black_steel():
    """Hardened, blackened steel: driver tips, spindles, S2 keys."""
    return surface("black steel", (0.075, 0.078, 0.084), 0.3, 1, smudge=0.08, bump=0.008, grain=2.0)


def phosphate():
    """Manganese-phosphated impact steel: near black, fine and dry."""
    return surface("phosphate", (0.05, 0.052, 0.056), 0.4, 0.75, smudge=0.1, bump=0.02, grain=3.0)


def cast_iron():
    """Cast iron, sand-blasted."""
    return surface("cast iron", (0.06, 0.062, 0.066), 0.5, 0.5, smudge=0.12, bump=0.12, grain=0.9)


def forged():
    """Forged steel, tumbled and clear-lacquered."""
    return surface("forged", (0.30, 0.305, 0.315), 0.36, 1, smudge=0.1, bump=0.06, grain=0.5)


def paint(name, color, rough=0.3, peel=0.02):
    """Baked enamel on steel, with a little orange peel."""
    return surface(name, color, rough, 0, smudge=0.06, bump=peel, grain=0.35, Clearcoat=0.5, Clearcoat_Roughness=0.12)


def orange_paint():
    """The brand's orange, as enamel."""
    return paint("orange paint", ORANGE)


def red_paint():
    """Workshop red, as enamel."""
    return paint("red paint", (0.46, 0.018, 0.014))


def graphite_paint():
    """The brand's graphite, as enamel."""
    return paint("graphite paint", GRAPHITE, 0.34)


def rubber():
    """Black rubber: pads, tires, hoses."""
    return surface("rubber", (0.018, 0.018, 0.019), 0.58, 0, smudge=0.08, bump=0.015, grain=1.5, Specular=0.4)


def soft_grip():
    """Soft thermoplastic of two-part handles, graphite."""
    return surface("soft grip", (0.020, 0.023, 0.028), 0.5, 0, smudge=0.06, bump=0.012, grain=2.2, Specular=0.45)


def nylon():
    """Hard black plastic: holders, knobs."""
    return surface("nylon", (0.021, 0.023, 0.026), 0.36, 0, smudge=0.05, bump=0.01, grain=1.6)


def plastic(name, color, rough=0.32):
    """Hard molded plastic of any color."""
    return surface(f"plastic {name}", color, rough, 0, smudge=0.05, bump=0.006, grain=1.2)


def orange_plastic():
    """Hard plastic in the brand's orange: rings, collars, the hard half of two-part handles."""
    return plastic("orange", ORANGE)


def wood():
    """Oiled ash, grain along the part's X."""
    material = surface("wood", (0.48, 0.27, 0.12), 0.42, 0, smudge=0.08, bump=0.03, grain=1.0, stretch=(0.05, 1, 1))
    nodes, links = material.node_tree.nodes, material.node_tree.links
    if "ramp" not in nodes:
        ramp = nodes.new("ShaderNodeValToRGB")
        ramp.name = "ramp"
        ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = (0.30, 0.14, 0.05, 1), (0.62, 0.39, 0.19, 1)
        links.new(_noise(nodes, links, 0.35, (0.05, 1, 1), 6), ramp.inputs["Fac"])
        links.new(ramp.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    return material


def glass(name="glass", color=(1, 1, 1), rough=0.02):
    """Clear or tinted transparent plastic and glass: windows, lenses."""
    return surface(name, color, rough, 0, Transmission=1.0, IOR=1.46)


def glow(name, color, strength=1.0):
    """A lit surface: screens, LEDs."""
    return surface(name, (0, 0, 0), 0.15, 0, Emission=(*color, 1), Emission_Strength=strength)


def ink(dark=True):
    """Etched or printed marks: near black, or white."""
    return surface("ink dark" if dark else "ink light", (0.012,) * 3 if dark else (0.86,) * 3, 0.5)
