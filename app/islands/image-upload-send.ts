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

/**
 * `POST /images`, by XMLHttpRequest because `fetch` does not tell how much has been sent.
 * @param onProgress percent of the file that is on its way
 * @returns the picture's address in the shop
 * @throws Error with a message for the visitor
 */
export function sendImage(file: File, onProgress: (percent: number) => void): Promise<string> {
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	const request = new XMLHttpRequest();
	request.responseType = "json";
	request.upload.onprogress = ({ loaded, total }) =>
		onProgress(total > 0 ? Math.round((loaded / total) * 100) : 0);
	request.onerror = () => reject(new Error(failure.unavailable));
	request.onload = () => {
		const stored = v.safeParse(storedSchema, request.response);
		if (stored.success) return resolve(stored.output.data.url);
		reject(new Error(messageOf(request.response)));
	};
	const body = new FormData();
	body.set("image", file);
	request.open("POST", "/images");
	request.send(body);
	return promise;
}
