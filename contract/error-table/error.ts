/** Defines an error. `message` may contain {placeholders}. `field` is the form field that shows the message. */
export const error = <Status extends number, Message extends string>(
	status: Status,
	message: Message,
	field?: string,
) => ({ status, message, field });
