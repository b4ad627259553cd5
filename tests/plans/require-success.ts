/**
 * Waits for a response.
 * @throws Error if the request failed, because its statements were not captured
 */
export async function requireSuccess(pending: Promise<Response>): Promise<Response> {
	const { status, url } = await pending;
	if (status >= 400) throw new Error(`${url || "The request"} responded with ${status}.`);
	return pending;
}
