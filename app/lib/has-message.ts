/** Whether the JSON of a response has a message for the visitor. For scripts that should not load valibot. */
export const hasMessage = (body: unknown): body is { message: string } =>
	body instanceof Object && "message" in body && typeof body.message === "string";
