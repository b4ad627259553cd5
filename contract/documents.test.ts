import { expect, test } from "vitest";
import { documentPath, formatFileSize } from "./documents.ts";

const hash = "0f".repeat(32);

test.each([
	["Data sheet", "data-sheet"],
	["  Größe & Maße (EN/DE) ", "gro-e-ma-e-en-de"],
	["../../etc/passwd\r\nX: y", "etc-passwd-x-y"],
	["取扱説明書", "document"],
	["a".repeat(80), "a".repeat(60)],
	[`${"a".repeat(59)} b`, "a".repeat(59)],
])("%j is saved as %s.pdf", (title, name) => {
	expect(documentPath(`${hash}.pdf`, title)).toBe(`/documents/${hash}/${name}.pdf`);
});

test.each([
	[1, "1 KB"],
	[81_234, "81 KB"],
	[999_499, "999 KB"],
	[999_500, "1 MB"],
	[1_240_000, "1.2 MB"],
	[10_485_760, "10.5 MB"],
])("%d bytes are shown as %s", (bytes, text) => {
	expect(formatFileSize(bytes)).toBe(text);
});
