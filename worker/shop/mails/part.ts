/** A part of a letter, which both the HTML and the text of a mail say. */
export type Part =
	| { kind: "heading" | "paragraph" | "note"; text: string }
	| { kind: "button" | "link"; text: string; href: string }
	| { kind: "facts"; rows: Fact[] };

/** A name and a value; `loud` is what the eye shall find first. */
export type Fact = [name: string, value: string, loud?: "loud"];
