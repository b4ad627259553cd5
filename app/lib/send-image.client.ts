import { image_too_large, unsupported_image_type } from "#contract/error-table/catalogue.ts";
import { unavailable } from "#contract/error-table/requests.ts";
import { imageMaxBytes, imageTypes } from "#contract/limits.ts";
import { hasMessage } from "./has-message.ts";

/** Longest side, in pixels: twice the largest width at which the shop shows an image. */
const maxSide = 1_600;
const jpegQuality = 0.85;

async function resize(file: File): Promise<Blob | null> {
	const photo = await createImageBitmap(file, { imageOrientation: "from-image" });
	const scale = Math.min(1, maxSide / Math.max(photo.width, photo.height));
	const canvas = document.createElement("canvas");
	canvas.width = Math.max(1, Math.round(photo.width * scale));
	canvas.height = Math.max(1, Math.round(photo.height * scale));
	const context = canvas.getContext("2d");
	if (!context) return null;
	context.imageSmoothingQuality = "high";
	context.drawImage(photo, 0, 0, canvas.width, canvas.height);
	photo.close();
	return new Promise((resolve) => canvas.toBlob(resolve, file.type, jpegQuality));
}

/** Shrinks JPEG files only, because cameras produce them and they have no animation to lose. Also removes metadata such as the location. */
async function shrinkPhoto(file: File): Promise<File> {
	if (file.type !== "image/jpeg") return file;
	try {
		const shrunkFile = await resize(file);
		return shrunkFile?.type === file.type
			? new File([shrunkFile], file.name, { type: file.type })
			: file;
	} catch {
		return file;
	}
}

/** Returns the URL of the stored image; null for an error response. */
function findUrl(body: unknown): string | null {
	const data = body instanceof Object && "data" in body ? body.data : null;
	const url = data instanceof Object && "url" in data ? data.url : null;
	return typeof url === "string" ? url : null;
}

export const getFileTypeError = ({ type }: File): string | null =>
	imageTypes.includes(type) ? null : unsupported_image_type.message;

/** The image was rejected, so another attempt would fail, too. */
export class UploadRejected extends Error {}

/** A status below 400 without a URL is not the shop's response, so another attempt may succeed. */
const mayRetry = (status: number) => status < 400 || status === 429 || status >= 500;

type UploadOptions = {
	signal: AbortSignal;
	onProgress: (percent: number) => void;
};

const upload = (file: File, { signal, onProgress }: UploadOptions): Promise<string> =>
	new Promise((resolve, reject) => {
		signal.throwIfAborted();
		const request = new XMLHttpRequest();
		request.responseType = "json";
		request.upload.onprogress = ({ loaded, total }) =>
			onProgress(total > 0 ? Math.round((loaded / total) * 100) : 0);
		request.onerror = () => reject(new Error(unavailable.message));
		request.onabort = () => reject(signal.reason);
		request.onload = () => {
			const body: unknown = request.response;
			const url = findUrl(body);
			if (url !== null) return resolve(url);
			const { message } = hasMessage(body) ? body : unavailable;
			reject(mayRetry(request.status) ? new Error(message) : new UploadRejected(message));
		};
		signal.addEventListener("abort", () => request.abort(), { once: true });
		const body = new FormData();
		body.set("image", file);
		request.open("POST", "/images");
		request.send(body);
	});

/**
 * Uploads an image with XMLHttpRequest, because `fetch` reports no progress.
 * @throws UploadRejected, or an Error if a retry may succeed
 */
export async function sendImage(file: File, options: UploadOptions): Promise<string> {
	const shrunkFile = await shrinkPhoto(file);
	if (shrunkFile.size > imageMaxBytes) throw new UploadRejected(image_too_large.message);
	return upload(shrunkFile, options);
}
