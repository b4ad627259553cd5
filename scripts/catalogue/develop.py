"""Develops renders: removes noise, puts the tool on the shop's background color, and writes PNGs of several widths.

python3 scripts/catalogue/develop.py DIR [slug…]; needs numpy and opencv-python-headless (see README.md).
"""

import glob
import os
import sys

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
import cv2  # noqa: E402
import numpy as np  # noqa: E402

PAPER = (0xEE, 0xF1, 0xF4)
WIDTHS = {1200: (1200, 800, 400), 900: (1200, 800, 400), 1600: (1600, 1200, 800)}


def linear(value):
    """Converts sRGB to linear, both from 0 to 1."""
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def display(value):
    """Converts linear to sRGB, both from 0 to 1."""
    value = np.clip(value, 0, 1)
    return np.where(value <= 0.0031308, value * 12.92, 1.055 * value ** (1 / 2.4) - 0.055)


def guide(folder, name, kind, shape):
    """Reads a guide pass as float32, or returns zeros if there is none."""
    found = sorted(glob.glob(f"{folder}/{name}-{kind}-*.exr"))
    image = cv2.imread(found[-1], cv2.IMREAD_UNCHANGED) if found else None
    return np.zeros(shape, np.float32) if image is None else image[..., :3].astype(np.float32)


def denoise(image, guides, rounds=3, tone=0.036):
    """Edge-avoiding à-trous filter (Dammertz et al. 2010): averages neighbors with similar color, albedo and normal."""
    kernel = (1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16)
    for step in range(rounds):
        reach = 2**step
        total, weights = np.zeros_like(image), np.zeros(image.shape[:2] + (1,), np.float32)
        soft = cv2.GaussianBlur(image, (0, 0), 0.8)
        for j, a in enumerate(kernel):
            for i, b in enumerate(kernel):
                move = ((j - 2) * reach, (i - 2) * reach)
                near = np.roll(image, move, (0, 1))
                difference = ((np.roll(soft, move, (0, 1)) - soft) ** 2).sum(2) / (tone / (step + 1)) ** 2
                for guide_image, tolerance in guides:
                    difference = difference + ((np.roll(guide_image, move, (0, 1)) - guide_image) ** 2).sum(2) / tolerance**2
                weight = (a * b * np.exp(-difference))[..., None].astype(np.float32)
                total += near * weight
                weights += weight
        image = total / weights
    return image


def load(path):
    """Reads a 16-bit RGBA PNG as float32 and multiplies its color by alpha."""
    raw = cv2.imread(path, cv2.IMREAD_UNCHANGED).astype(np.float32) / 65535
    return np.dstack([raw[..., :3] * raw[..., 3:], raw[..., 3]])


def paper(folder, name, size):
    """Returns the shop's background (linear BGR) with the tool's shadow on it."""
    ground = linear(np.array(PAPER[::-1], np.float32) / 255)
    shadow = load(f"{folder}/{name}-shadow.png")[..., 3]
    step = shadow.shape[1] / size[0]
    near, far = (cv2.GaussianBlur(shadow, (0, 0), width * step) for width in (2.4, 10))
    crisp = cv2.GaussianBlur(np.clip(np.abs(near - far) / 0.05 - 0.3, 0, 1), (0, 0), 4 * step)
    shadow = cv2.resize(far + (near - far) * crisp, size, interpolation=cv2.INTER_CUBIC)
    return ground * ((1 - np.clip(shadow, 0, 1)) ** 1.25)[..., None]


def frame(alpha, margin=16):
    """Returns the slices that contain all visible pixels, plus a margin."""
    rows, columns = np.flatnonzero(alpha.max(1)), np.flatnonzero(alpha.max(0))
    return tuple(slice(max(line[0] - margin, 0), line[-1] + margin) for line in (rows, columns))


def rim(color, alpha):
    """Replaces the color of partly covered edge pixels, which is mostly noise, with that of the tool next to them."""
    solid = (alpha > 0.97).astype(np.float32)
    weight = cv2.GaussianBlur(solid, (0, 0), 1.2)[..., None]
    near = cv2.GaussianBlur(color * solid, (0, 0), 1.2) / np.maximum(weight, 1e-4)
    return np.where((solid > 0) | (weight < 0.02), color, near)


def develop(folder, name):
    """Returns the finished picture of one render (float BGR, 0 to 1, sRGB)."""
    raw = load(f"{folder}/{name}.png")
    shape = raw[..., :3].shape
    guides = [(guide(folder, name, "albedo", shape), 0.08), (guide(folder, name, "normal", shape), 0.25)]
    clean = raw.copy()
    if shape[1] >= 900:
        visible = frame(raw[..., 3])
        clean[visible] = denoise(raw[visible], [(image[visible], tolerance) for image, tolerance in guides])
    alpha = np.clip(raw[..., 3:], 0, 1)
    color = linear(np.clip(rim(clean[..., :3] / np.maximum(clean[..., 3:], 1e-4), alpha), 0, 1))
    return display(color * alpha + paper(folder, name, shape[1::-1]) * (1 - alpha)).astype(np.float32)


def sharpen(image, amount=0.25):
    """Applies a light unsharp mask."""
    return np.clip(image + amount * (image - cv2.GaussianBlur(image, (0, 0), 1.0)), 0, 1)


def main():
    """Develops the named renders of a folder, or all of them."""
    folder = sys.argv[1]
    names = sys.argv[2:] or sorted(os.path.basename(p)[:-4] for p in glob.glob(f"{folder}/*.png") if not p.endswith("-shadow.png"))
    os.makedirs(f"{folder}/print", exist_ok=True)
    for name in names:
        image = develop(folder, name)
        for width in WIDTHS.get(image.shape[1], (400,)):
            size = (width, width * image.shape[0] // image.shape[1])
            interpolation = cv2.INTER_AREA if width <= image.shape[1] else cv2.INTER_LANCZOS4
            resized = sharpen(cv2.resize(image, size, interpolation=interpolation))
            cv2.imwrite(f"{folder}/print/{name}-{width}.png", np.round(resized * 255).astype(np.uint8))


main()
