/** Longest side, in pixels: twice what the widest place in the shop shows. */
const sideMax = 1_600;
/** Of JPEG, from 0 to 1. */
const quality = 0.85;

const encode = (canvas: HTMLCanvasElement, type: string) =>
	new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));

/** @throws what the browser says where it cannot decode or draw the photograph */
async function redraw(file: File): Promise<Blob | null> {
	const photo = await createImageBitmap(file, { imageOrientation: "from-image" });
	const scale = Math.min(1, sideMax / Math.max(photo.width, photo.height));
	const canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(photo.width * scale));
	canvas.height = Math.max(1, Math.round(photo.height * scale));
	const context = canvas.getContext("2d");
	if (!context) return null;
	context.imageSmoothingQuality = "high";
	context.drawImage(photo, 0, 0, canvas.width, canvas.height);
	photo.close();
	return encode(canvas, file.type);
}

/**
 * Makes a photograph small before it is sent, and leaves out what a camera writes beside the pixels, such as where it was
 * taken. Only JPEG: cameras write it, phones turn their own format into it, and it has neither transparency nor motion to
 * lose.
 * @returns the photograph upright, at most 1600 pixels long; the same file where it is none, or the browser cannot
 */
export async function shrinkPhoto(file: File): Promise<File> {
	if (file.type !== "image/jpeg") return file;
	try {
		const small = await redraw(file);
		return small?.type === file.type ? new File([small], file.name, { type: file.type }) : file;
	} catch {
		return file;
	}
}
