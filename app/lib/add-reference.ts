/** Adds the id of the request to the message of an error on the shop's side, to find the error in the log. */
export const addReference = (message: string, requestId: string): string =>
	`${message.replace(/\.$/, "")}. Reference: ${requestId}`;
