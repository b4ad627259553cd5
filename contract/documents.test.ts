import { expect, test } from "vitest";
import { documentPath } from "./documents.ts";

const hash = "0f".repeat(32);

test.each([
	["Data sheet", "data-sheet"],
	["  Größe & Maße (EN/DE) ", "gro-e-ma-e-en-de"],
	["../../etc/passwd\r\nX: y", "etc-passwd-x-y"],
	["取扱説明書", "document"],
	["a".repeat(80), "a".repeat(60)],
	[`${"a".repeat(59)} b`, "a".repeat(59)],
])("a document with the title %j is saved as %s.pdf", (title, name) => {
	expect(documentPath(`${hash}.pdf`, title)).toBe(`/documents/${hash}/${name}.pdf`);
});
