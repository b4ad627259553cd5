import * as v from "valibot";
import { codeOf } from "../support/refusal.ts";
import { type Finding, missing, ready } from "./findings.ts";

/** One request from nobody in particular, redirects not followed: a path, and what `fetch` takes. */
export type Visit = (path: string, init?: RequestInit) => Promise<Response>;

type Probe = {
	what: string;
	path: string;
	init?: RequestInit;
	/** @returns what is wrong with the answer; "" when nothing is */
	fault: (answer: Response, body: string) => string;
};

const headers: Record<string, RegExp> = {
	"Content-Security-Policy": /default-src/,
	"Strict-Transport-Security": /max-age=\d{8}/,
	"X-Content-Type-Options": /nosniff/,
	"X-Frame-Options": /DENY/,
};

const status = (answer: Response, wanted: number) =>
	answer.status === wanted ? "" : `answered ${answer.status}, not ${wanted}`;
const shows = (body: string, wanted: RegExp, name: string) =>
	wanted.test(body) ? "" : `shows no ${name}`;

const sandboxPath = "/__sandbox/";

const probes: Probe[] = [
	{
		what: "Database",
		path: "/healthz",
		fault: (answer) => status(answer, 200),
	},
	{
		what: "Home page",
		path: "/",
		fault: (answer, body) => status(answer, 200) || shows(body, /<h1[\s>]/, "heading"),
	},
	{
		what: "Security headers",
		path: "/",
		fault: (answer) =>
			Object.entries(headers)
				.filter(([name, wanted]) => !wanted.test(answer.headers.get(name) ?? ""))
				.map(([name]) => `${name} is not right`)
				.join(", "),
	},
	{
		what: "Sign-in",
		path: "/login",
		fault: (answer, body) =>
			status(answer, 200) || shows(body, /<input[^>]+type="password"/, "password field"),
	},
	{
		what: "Search engines",
		path: "/robots.txt",
		fault: (answer, body) => status(answer, 200) || shows(body, /^Sitemap: /m, "sitemap"),
	},
	{
		what: "No sandbox",
		path: sandboxPath,
		fault: (answer) => status(answer, 404),
	},
	{
		what: "Stripe's webhook",
		path: "/webhooks/stripe",
		init: { method: "POST", body: "{}", headers: { "Stripe-Signature": "t=1,v1=0" } },
		// 400: the signature is wrong, so there is a secret to compare it with. Without one it is 503.
		fault: (answer) => status(answer, 400),
	},
];

/** What `fetch` throws says only that it failed; why is in its cause. */
export function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { cause, message } = error;
	return codeOf(cause) || (cause instanceof Error && cause.message) || message;
}

async function run({ what, path, init, fault }: Probe, visit: Visit): Promise<Finding> {
	try {
		const answer = await visit(path, init);
		const wrong = fault(answer, await answer.text());
		return wrong ? missing(what, `${path} ${wrong}`) : ready(what, path);
	} catch (error) {
		return missing(what, `${path} ${reasonOf(error)}`);
	}
}

const countSchema = v.pipe(v.string(), v.parseJson(), v.object({ count: v.number() }));

/** A shop that has tools shows them; a new one has none to show. */
const listProbe = (count: number): Probe => ({
	what: "Tools",
	path: "/tools",
	fault: (answer, body) =>
		status(answer, 200) || (count > 0 ? shows(body, /href="\/tools\/\w+/, "tools") : ""),
});

/**
 * Looks at a shop that has just been deployed, as a visitor does; nothing is written.
 * @param sandbox whether it may have one: the local shop does
 */
export async function smokeTest(visit: Visit, sandbox = false): Promise<Finding[]> {
	const wanted = probes.filter(({ path }) => !sandbox || path !== sandboxPath);
	const found = await Promise.all(wanted.map((probe) => run(probe, visit)));
	const counted = await visit("/productCount").then(
		(answer) => answer.text(),
		() => "",
	);
	const count = v.safeParse(countSchema, counted);
	if (!count.success) return [...found, missing("Tools", "/productCount gives no number")];
	return [...found, await run(listProbe(count.output.count), visit)];
}
