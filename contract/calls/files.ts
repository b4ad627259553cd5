import * as v from "valibot";
import { formatFileSize, imageMaxBytes } from "../limits.ts";
import { defineCall } from "./call.ts";

export const fileCalls = {
	uploadImage: defineCall("POST", "/images", {
		summary: "Upload a picture",
		note: `PNG, JPEG, WebP, AVIF or GIF, detected from the file's bytes; at most ${formatFileSize(imageMaxBytes)}. Unused pictures are removed after a day, or after a month if staff who import products uploaded them.`,
		access: "signedIn",
		upload: { type: "multipart/form-data", note: "The file, in the `image` field." },
		response: v.object({ success: v.boolean(), data: v.object({ url: v.string() }) }),
		errors: [
			"validation_failed",
			"malformed_form",
			"payload_too_large",
			"image_too_large",
			"image_too_many_pixels",
			"multipart_required",
			"unsupported_image_type",
			"rate_limited",
			"too_many_uploads",
			"too_many_unverified_uploads",
		],
	}),
	getDocument: defineCall("GET", "/documents/{hash}/{name}", {
		summary: "A PDF document",
		note: "`name` is the file name for downloads: lowercase letters, digits and hyphens, then `.pdf`.",
		access: "anyone",
		rawResponse: { status: 200, mediaType: "application/pdf", note: "The file; it never changes." },
		errors: ["not_found"],
		hasETag: true,
	}),
	getImage: defineCall("GET", "/images/{key}", {
		summary: "A picture",
		access: "anyone",
		rawResponse: { status: 200, mediaType: "image/*", note: "The picture; it never changes." },
		errors: ["not_found"],
		hasETag: true,
	}),
};
