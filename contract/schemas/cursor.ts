import * as v from "valibot";

/** The last row of a page, after which the next page starts. */
export type Cursor = { createdAt: Date; id: string };

const cursorPattern = /^(\d{1,15})\.([\w-]{1,128})$/;

/** Encodes a cursor as "<milliseconds since 1970>.<id>". */
export const encodeCursor = ({ createdAt, id }: Cursor): string => `${createdAt.getTime()}.${id}`;

function decodeCursor(text: string): Cursor {
	const [, createdAt = "", id = ""] = cursorPattern.exec(text) ?? [];
	return { createdAt: new Date(Number(createdAt)), id };
}

export const cursorSchema = v.object({
	after: v.optional(
		v.pipe(
			v.string(),
			v.regex(cursorPattern, "after must be taken from the Link header of the previous page"),
			v.description("from the `Link` header of the previous page"),
			v.transform(decodeCursor),
		),
	),
});
