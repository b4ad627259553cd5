import * as v from "valibot";
import { createCookieJar } from "../support/cookie-jar.ts";

/** A client with cookies, which sends the shop's Origin as a browser does. */
export type Visitor = {
	/** Sends a request, and does not follow redirects. */
	fetch(path: string, init?: RequestInit): Promise<Response>;
	/** Submits a form, as a browser without JavaScript does. */
	submit(path: string, fields: Record<string, string>): Promise<Response>;
};

const responseTimeoutMs = 20_000;

/** @param origin - without a trailing slash */
export function createVisitor(origin: string): Visitor {
	const jar = createCookieJar();
	async function send(path: string, init: RequestInit = {}): Promise<Response> {
		const headers = new Headers(init.headers);
		headers.set("Origin", origin);
		// workerd closes connections that are idle for 5 s; a request on such a connection would fail.
		headers.set("Connection", "close");
		const cookies = jar.getHeader();
		if (cookies) headers.set("Cookie", cookies);
		const signal = AbortSignal.timeout(responseTimeoutMs);
		const response = await fetch(`${origin}${path}`, {
			redirect: "manual",
			signal,
			...init,
			headers,
		});
		jar.update(response);
		return response;
	}
	return {
		fetch: send,
		submit: (path, fields) => send(path, { method: "POST", body: new URLSearchParams(fields) }),
	};
}

/** Returns the options of a request with a JSON body. */
export const createJsonInit = (body: unknown, method = "POST"): RequestInit => ({
	method,
	headers: { "Content-Type": "application/json" },
	body: JSON.stringify(body),
});

const errorSchema = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }));

/** Returns the message of the shop's JSON error, or the beginning of any other body. */
function getErrorMessage(body: string): string {
	const error = v.safeParse(errorSchema, body);
	return error.success ? error.output.message : body.slice(0, 200);
}

/** @throws Error with the status and the reason if the status is not the expected one */
export async function expectStatus(
	pending: Promise<Response>,
	expected: number,
): Promise<Response> {
	const response = await pending;
	if (response.status === expected) return response;
	const { pathname } = new URL(response.url);
	const reason = getErrorMessage(await response.text());
	throw new Error(`${pathname} responded with ${response.status}, not ${expected}: ${reason}`);
}

/** @throws Error if the status is not 200 */
export async function readJson<Schema extends v.GenericSchema>(
	schema: Schema,
	pending: Promise<Response>,
): Promise<v.InferOutput<Schema>> {
	return v.parse(schema, await (await expectStatus(pending, 200)).json());
}
