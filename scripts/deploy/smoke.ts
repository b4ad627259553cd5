import * as v from "valibot";
import { getMessage } from "../support/user-error.ts";

export type Finding = { name: string; state: "passed" | "failed" | "unchecked"; detail: string };

export const createFinding = (state: Finding["state"], name: string, detail: string): Finding => ({
	name,
	state,
	detail,
});

const symbols = { passed: "✓", failed: "✗", unchecked: "?" };

export const formatFindings = (findings: readonly Finding[]): string =>
	findings.map(({ name, state, detail }) => `  ${symbols[state]} ${name}: ${detail}`).join("\n");

export const countFailed = (findings: readonly Finding[]): number =>
	findings.filter(({ state }) => state === "failed").length;

/** Sends a request without following redirects. */
export type SendRequest = (path: string, init?: RequestInit) => Promise<Response>;

type Probe = {
	name: string;
	path: string;
	init?: RequestInit;
	status?: number;
	content?: { name: string; pattern: RegExp };
	headers?: Record<string, RegExp>;
};

const sandboxPath = "/__sandbox/";

const probes: Probe[] = [
	{ name: "Database", path: "/healthz" },
	{ name: "Home page", path: "/", content: { name: "heading", pattern: /<h1[\s>]/ } },
	{
		name: "Security headers",
		path: "/",
		headers: {
			"Content-Security-Policy": /default-src/,
			"Strict-Transport-Security": /max-age=\d{8}/,
			"X-Content-Type-Options": /nosniff/,
			"X-Frame-Options": /DENY/,
		},
	},
	{
		name: "Sign-in",
		path: "/login",
		content: { name: "password field", pattern: /<input[^>]+type="password"/ },
	},
	{
		name: "Search engines",
		path: "/robots.txt",
		content: { name: "sitemap", pattern: /^Sitemap: /m },
	},
	{ name: "No sandbox", path: sandboxPath, status: 404 },
	{
		name: "Stripe's webhook",
		path: "/webhooks/stripe",
		init: { method: "POST", body: "{}", headers: { "Stripe-Signature": "t=1,v1=0" } },
		// 400 means that the signature was compared with a secret. Without a secret the status is 503.
		status: 400,
	},
];

async function findProblem({ status = 200, content, headers = {} }: Probe, response: Response) {
	const body = await response.text();
	if (response.status !== status) return `responded with ${response.status}, not ${status}`;
	if (content && !content.pattern.test(body)) return `has no ${content.name}`;
	return Object.entries(headers)
		.filter(([name, pattern]) => !pattern.test(response.headers.get(name) ?? ""))
		.map(([name]) => `has a wrong ${name}`)
		.join(", ");
}

async function runProbe(probe: Probe, send: SendRequest): Promise<Finding> {
	const { name, path, init } = probe;
	try {
		const problem = await findProblem(probe, await send(path, init));
		return problem
			? createFinding("failed", name, `${path} ${problem}`)
			: createFinding("passed", name, path);
	} catch (error) {
		return createFinding("failed", name, `${path} ${getMessage(error)}`);
	}
}

const countSchema = v.pipe(v.string(), v.parseJson(), v.object({ count: v.number() }));

/** Checks the list of tools, which is empty in a new shop. */
async function checkTools(send: SendRequest): Promise<Finding> {
	const text = await send("/productCount").then(
		(response) => response.text(),
		() => "",
	);
	const parsed = v.safeParse(countSchema, text);
	if (!parsed.success) return createFinding("failed", "Tools", "/productCount has no number");
	const content = { name: "tools", pattern: parsed.output.count > 0 ? /href="\/tools\/\w+/ : /./ };
	return runProbe({ name: "Tools", path: "/tools", content }, send);
}

/**
 * Checks a shop with requests that change nothing.
 * @param allowsSandbox - true for the local shop, which has a sandbox
 */
export const runProbes = (send: SendRequest, allowsSandbox = false): Promise<Finding[]> =>
	Promise.all([
		...probes
			.filter(({ path }) => !allowsSandbox || path !== sandboxPath)
			.map((probe) => runProbe(probe, send)),
		checkTools(send),
	]);
