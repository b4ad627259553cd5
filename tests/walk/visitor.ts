import * as v from "valibot";

/** A browser of its own: it keeps its cookies, and sends the shop's own Origin. */
export type Visitor = {
	/** One request, redirects not followed. */
	fetch(path: string, init?: RequestInit): Promise<Response>;
	/** A form, as a page without script sends it. */
	submit(path: string, fields: Record<string, string>): Promise<Response>;
};

const responseTimeoutMs = 20_000;

/** @param origin without a slash at its end */
export function createVisitor(origin: string): Visitor {
	const cookies = new Map<string, string>();
	async function send(path: string, init: RequestInit = {}): Promise<Response> {
		const headers = new Headers(init.headers);
		headers.set("Origin", origin);
		// A connection for each request: workerd closes one that was idle for 5 s, and a request sent on it then fails.
		headers.set("Connection", "close");
		if (cookies.size > 0) {
			headers.set("Cookie", Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; "));
		}
		const signal = AbortSignal.timeout(responseTimeoutMs);
		const response = await fetch(`${origin}${path}`, {
			redirect: "manual",
			signal,
			...init,
			headers,
		});
		for (const line of response.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (value === "") cookies.delete(name);
			else cookies.set(name, value);
		}
		return response;
	}
	return {
		fetch: send,
		submit: (path, fields) => send(path, { method: "POST", body: new URLSearchParams(fields) }),
	};
}

/** @returns a request with a JSON body */
export const asJson = (body: unknown, method = "POST"): RequestInit => ({
	method,
	headers: { "Content-Type": "application/json" },
	body: JSON.stringify(body),
});

const refusalSchema = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }));

/** @returns what the shop says of a refused call, or the beginning of any other body */
function reasonIn(body: string): string {
	const refusal = v.safeParse(refusalSchema, body);
	return refusal.success ? refusal.output.message : body.slice(0, 200);
}

/** @returns the answer, where its status is the wanted one @throws Error that says which it was, and why */
export async function expectStatus(
	answering: Promise<Response>,
	wanted: number,
): Promise<Response> {
	const response = await answering;
	if (response.status === wanted) return response;
	const { pathname } = new URL(response.url);
	const reason = reasonIn(await response.text());
	throw new Error(`${pathname} answered ${response.status}, not ${wanted}: ${reason}`);
}

/** @returns the JSON of an answer of 200 @throws Error for any other */
export async function read<Schema extends v.GenericSchema>(
	schema: Schema,
	answering: Promise<Response>,
): Promise<v.InferOutput<Schema>> {
	return v.parse(schema, await (await expectStatus(answering, 200)).json());
}
