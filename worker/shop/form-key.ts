import { hashToken } from "#worker/auth/tokens.ts";

/**
 * Identifies what a form sends, so that a second press stores nothing twice. A visitor who goes back and sends the same form with other words
 * has written something else: the key alone would drop it.
 */
export const identifyContent = async (
	formKey: string | null,
	content: object,
): Promise<string | null> =>
	formKey === null ? null : hashToken(JSON.stringify([formKey, content]));
