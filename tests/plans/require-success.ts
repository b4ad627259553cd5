/** @throws if a request fails: the statements that it should execute would not be captured */
export async function requireSuccess(response: Promise<Response>): Promise<Response> {
	const { status, url } = await response;
	if (status >= 400) throw new Error(`${url || "The request"} responded with ${status}.`);
	return response;
}
