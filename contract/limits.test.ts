import { expect, test } from "vitest";
import { documentMaxBytes, formatFileSize, imageMaxBytes, quickOrderMaxBytes } from "./limits.ts";

test.each([
	[1, "1 KB"],
	[81_234, "79 KB"],
	[1_048_063, "1023 KB"],
	[1_048_064, "1 MB"],
	[1_240_000, "1.2 MB"],
	[quickOrderMaxBytes, "256 KB"],
	[imageMaxBytes, "5 MB"],
	[imageMaxBytes - 1, "5 MB"],
	[documentMaxBytes, "10 MB"],
])("%d bytes are shown as %s", (bytes, text) => {
	expect(formatFileSize(bytes)).toBe(text);
});
