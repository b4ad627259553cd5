import * as v from "valibot";
import { codeOf } from "../support/user-error.ts";
import { type Finding, missing, ready } from "./findings.ts";

/** One request by a new visitor, redirects not followed: a path, and the options of `fetch`. */
export type Visit = (path: string, init?: RequestInit) => Promise<Response>;

type Probe = {
	what: string;
	path: string;
	init?: RequestInit;
	/** Of the response; 200 unless given. */
	status?: number;
	shows?: { name: string; pattern: RegExp };
	/** Header → what it contains. */
	headers?: Record<string, RegExp>;
};

const sandboxPath = "/__sandbox/";

const probes: Probe[] = [
	{ what: "Database", path: "/healthz" },
	{ what: "Home page", path: "/", shows: { name: "heading", pattern: /<h1[\s>]/ } },
	{
		what: "Security headers",
		path: "/",
		headers: {
			"Content-Security-Policy": /default-src/,
			"Strict-Transport-Security": /max-age=\d{8}/,
			"X-Content-Type-Options": /nosniff/,
			"X-Frame-Options": /DENY/,
		},
	},
	{
		what: "Sign-in",
		path: "/login",
		shows: { name: "password field", pattern: /<input[^>]+type="password"/ },
	},
	{
		what: "Search engines",
		path: "/robots.txt",
		shows: { name: "sitemap", pattern: /^Sitemap: /m },
	},
	{ what: "No sandbox", path: sandboxPath, status: 404 },
	{
		what: "Stripe's webhook",
		path: "/webhooks/stripe",
		init: { method: "POST", body: "{}", headers: { "Stripe-Signature": "t=1,v1=0" } },
		// 400: the signature is wrong, so there is a secret to compare it with. Without one it is 503.
		status: 400,
	},
];

/** The message of `fetch` says only that it failed; the reason is in its cause. */
export function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { cause, message } = error;
	return codeOf(cause) || (cause instanceof Error && cause.message) || message;
}

async function findFault(
	{ status = 200, shows, headers = {} }: Probe,
	response: Response,
): Promise<string> {
	const body = await response.text();
	if (response.status !== status) return `answered ${response.status}, not ${status}`;
	if (shows && !shows.pattern.test(body)) return `shows no ${shows.name}`;
	return Object.entries(headers)
		.filter(([name, pattern]) => !pattern.test(response.headers.get(name) ?? ""))
		.map(([name]) => `${name} is not right`)
		.join(", ");
}

async function run(probe: Probe, visit: Visit): Promise<Finding> {
	const { what, path, init } = probe;
	try {
		const fault = await findFault(probe, await visit(path, init));
		return fault ? missing(what, `${path} ${fault}`) : ready(what, path);
	} catch (error) {
		return missing(what, `${path} ${reasonOf(error)}`);
	}
}

const countSchema = v.pipe(v.string(), v.parseJson(), v.object({ count: v.number() }));

/** A new shop has no tools to show. */
async function checkTools(visit: Visit): Promise<Finding> {
	const text = await visit("/productCount").then(
		(response) => response.text(),
		() => "",
	);
	const counted = v.safeParse(countSchema, text);
	if (!counted.success) return missing("Tools", "/productCount gives no number");
	const shows = { name: "tools", pattern: counted.output.count > 0 ? /href="\/tools\/\w+/ : /./ };
	return run({ what: "Tools", path: "/tools", shows }, visit);
}

/** Writes nothing. @param sandbox whether the shop may have one: the local one does */
export const smokeTest = (visit: Visit, sandbox = false): Promise<Finding[]> =>
	Promise.all([
		...probes
			.filter(({ path }) => !sandbox || path !== sandboxPath)
			.map((probe) => run(probe, visit)),
		checkTools(visit),
	]);
