/** Returns the beginning of the title in lowercase ASCII, for a file name. */
function toSlug(title: string): string {
	const ascii = title
		.normalize("NFKD")
		.replace(/\p{M}+/gu, "")
		.toLowerCase();
	const slug = ascii
		.replace(/[^a-z0-9]+/g, "-")
		.slice(0, 60)
		.replace(/^-|-$/g, "");
	return slug || "document";
}

/**
 * Browsers save the file under the name at the end of the path.
 * @param key - hexadecimal SHA-256 of the file, followed by ".pdf"
 */
export const documentPath = (key: string, title: string): string =>
	`/documents/${key.replace(".pdf", "")}/${toSlug(title)}.pdf`;

/** Suggestions for the title field. */
export const documentTitles = [
	"Data sheet",
	"Manual",
	"Safety data sheet",
	"Declaration of conformity",
];
