/** @returns a weak entity tag that names this very content (RFC 9110 §8.8.3) */
export async function tagOf(content: Uint8Array<ArrayBuffer>): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
	return `W/"${btoa(String.fromCharCode(...digest.subarray(0, 12)))}"`;
}

/** @returns whether the client has what `tag` names (RFC 9110 §13.1.2; the comparison is the weak one) */
export function isKnown(tag: string | null, ifNoneMatch: string | null | undefined): boolean {
	if (!tag || !ifNoneMatch) return false;
	const opaque = tag.replace(/^W\//, "");
	return ifNoneMatch.trim() === "*" || (ifNoneMatch.match(/"[^"]*"/g)?.includes(opaque) ?? false);
}
