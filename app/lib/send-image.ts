import * as v from "valibot";
import { errors } from "#contract/errors.ts";
import { imageBytes } from "#contract/limits.ts";

/** Longest side, in pixels: twice what the widest place in the shop shows. */
const sideMax = 1_600;
/** Of JPEG, from 0 to 1. */
const quality = 0.85;

const encode = (canvas: HTMLCanvasElement, type: string) =>
	new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));

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
 * Makes a photograph small, and leaves out what a camera writes beside the pixels, such as where it was taken. Only JPEG:
 * cameras write it, and it has neither transparency nor motion to lose.
 * @returns the same file where it is none, or the browser cannot
 */
async function shrinkPhoto(file: File): Promise<File> {
	if (file.type !== "image/jpeg") return file;
	try {
		const small = await redraw(file);
		return small?.type === file.type ? new File([small], file.name, { type: file.type }) : file;
	} catch {
		return file;
	}
}

/** Media types that `POST /images` takes; it looks at the bytes, this only spares the way. */
export const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/avif", "image/gif"];

const storedSchema = v.object({
	success: v.literal(true),
	data: v.object({ url: v.string() }),
});
const refusalSchema = v.object({ message: v.string() });

const messageOf = (answer: unknown): string => {
	const refusal = v.safeParse(refusalSchema, answer);
	return refusal.success ? refusal.output.message : errors.unavailable.message;
};

/** @returns why the shop takes no file of this kind, or null */
export const problemOf = ({ type }: File): string | null =>
	imageTypes.includes(type) ? null : errors.unsupported_image_type.message;

/** Sending this picture again would not help. */
export class NotTaken extends Error {}

const mayPass = (status: number) => status < 400 || status === 429 || status >= 500;

type Sending = {
	signal: AbortSignal;
	onProgress: (percent: number) => void;
};

const post = (file: File, { signal, onProgress }: Sending): Promise<string> =>
	new Promise((resolve, reject) => {
		signal.throwIfAborted();
		const request = new XMLHttpRequest();
		request.responseType = "json";
		request.upload.onprogress = ({ loaded, total }) =>
			onProgress(total > 0 ? Math.round((loaded / total) * 100) : 0);
		request.onerror = () => reject(new Error(errors.unavailable.message));
		request.onabort = () => reject(signal.reason);
		request.onload = () => {
			const stored = v.safeParse(storedSchema, request.response);
			if (stored.success) return resolve(stored.output.data.url);
			const message = messageOf(request.response);
			reject(mayPass(request.status) ? new Error(message) : new NotTaken(message));
		};
		signal.addEventListener("abort", () => request.abort(), { once: true });
		const body = new FormData();
		body.set("image", file);
		request.open("POST", "/images");
		request.send(body);
	});

/**
 * By XMLHttpRequest, because `fetch` does not tell how much has been sent.
 * @returns the picture's address in the shop
 * @throws NotTaken, or Error where it may be sent again, with a message for the visitor; the signal's reason once aborted
 */
export async function sendImage(file: File, sending: Sending): Promise<string> {
	const small = await shrinkPhoto(file);
	if (small.size > imageBytes) throw new NotTaken(errors.image_too_large.message);
	return post(small, sending);
}
