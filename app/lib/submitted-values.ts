/** Returns the submitted texts, to fill in a rejected form again, without passwords and codes. */
export function getSubmittedValues(form: FormData): Record<string, string> {
	const values: Record<string, string> = {};
	for (const [name, value] of form) {
		const isSecret = /password|passkey|^confirm-code$/.test(name);
		if (typeof value === "string" && !isSecret) values[name] = value;
	}
	return values;
}
