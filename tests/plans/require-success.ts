/** @throws Error if the request fails, because its statements would not be captured */
export async function requireSuccess(response: Promise<Response>): Promise<Response> {
	const { status, url } = await response;
	if (status >= 400) throw new Error(`${url || "The request"} responded with ${status}.`);
	return response;
}
