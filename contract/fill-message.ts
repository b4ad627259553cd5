// In its own file, so that a page that fills in one message does not load those of all errors.

/** The names in braces: "id" for "/products/{id}". */
export type PlaceholdersIn<Text extends string> =
	Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholdersIn<Rest> : never;

export function fillMessage<Message extends string>(
	message: Message,
	values: Record<PlaceholdersIn<Message>, string | number>,
): string {
	const valueByName = new Map<string, unknown>(Object.entries(values));
	return message.replaceAll(/\{(\w+)\}/g, (_, name) => String(valueByName.get(name)));
}
