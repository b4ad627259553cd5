/* @__NO_SIDE_EFFECTS__ */
export const error = <Status extends number, Message extends string>(
	status: Status,
	message: Message,
	field?: string,
) => ({ status, message, field });
