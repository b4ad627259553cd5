/** Drizzle wraps what D1 throws: the text to look at may stand in a cause. */
function says(error: unknown, text: string): boolean {
	if (!(error instanceof Error)) return false;
	return error.message.includes(text) || says(error.cause, text);
}

/** @returns whether a CHECK of the schema refused the write, as it does where stock would fall below zero */
export const isCheckFailure = (error: unknown): boolean => says(error, "CHECK constraint failed");

/** @returns whether a unique index refused the write */
export const isUniqueFailure = (error: unknown): boolean => says(error, "UNIQUE constraint failed");

/** @returns whether the user or session that a row belongs to has gone while the request was under way */
export const isOwnerGone = (error: unknown): boolean =>
	says(error, "FOREIGN KEY constraint failed");
