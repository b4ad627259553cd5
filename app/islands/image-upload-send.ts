import * as v from "valibot";
import { imageBytes } from "#contract/limits.ts";
import { failure } from "#contract/messages.ts";

/** Media types that `POST /images` takes; it looks at the bytes, this only spares the way. */
export const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/avif", "image/gif"];

const storedSchema = v.object({
	success: v.literal(true),
	data: v.object({ url: v.string() }),
});
const refusalSchema = v.object({ message: v.string() });

const messageOf = (answer: unknown): string => {
	const refusal = v.safeParse(refusalSchema, answer);
	return refusal.success ? refusal.output.message : failure.unavailable;
};

/** @returns why the shop would not take this file, or null */
export function problemOf({ size, type }: File): string | null {
	if (!imageTypes.includes(type)) return failure.imageType;
	return size > imageBytes ? failure.imageTooLarge : null;
}

type Sending = {
	/** Ends the upload. */
	signal: AbortSignal;
	/** Told the percent of the file that is on its way. */
	onProgress: (percent: number) => void;
};

/**
 * `POST /images`, by XMLHttpRequest because `fetch` does not tell how much has been sent.
 * @returns the picture's address in the shop
 * @throws Error with a message for the visitor; the signal's reason once it is aborted
 */
export const sendImage = (file: File, { signal, onProgress }: Sending): Promise<string> =>
	new Promise((resolve, reject) => {
		signal.throwIfAborted();
		const request = new XMLHttpRequest();
		request.responseType = "json";
		request.upload.onprogress = ({ loaded, total }) =>
			onProgress(total > 0 ? Math.round((loaded / total) * 100) : 0);
		request.onerror = () => reject(new Error(failure.unavailable));
		request.onabort = () => reject(signal.reason);
		request.onload = () => {
			const stored = v.safeParse(storedSchema, request.response);
			if (stored.success) return resolve(stored.output.data.url);
			reject(new Error(messageOf(request.response)));
		};
		signal.addEventListener("abort", () => request.abort(), { once: true });
		const body = new FormData();
		body.set("image", file);
		request.open("POST", "/images");
		request.send(body);
	});
