import type { Context, Handler } from "hono";
import type * as v from "valibot";
import type { AppEnv, SandboxContext } from "../env.ts";
import {
	authenticate,
	type Caller,
	isPublishable,
	type Permission,
	requireSecretKey,
} from "./auth.ts";
import { ParameterError, StripeError } from "./errors.ts";
import { expand } from "./expand.ts";
import {
	badGateway,
	cutOffResponse,
	lockTimeout,
	rateLimited,
	serverFault,
	unavailable,
} from "./faults.ts";
import { type Param, parseForm, parseParams } from "./form.ts";
import { type Answer, findStoredResponse, type Keyed, storeResponse } from "./idempotency.ts";
import { makeId } from "./ids.ts";
import { countCall } from "./rate-limit.ts";
import { docUrl } from "./render/error.ts";
import { apiVersion } from "./render/version.ts";
import { type Fault, type OperationName, takeFault } from "./switches.ts";

/** A call as an endpoint sees it: checked parameters, the id in the path (or ""), who asks. */
export interface Call<P> {
	context: SandboxContext;
	params: P;
	id: string;
	caller: Caller;
}

/** One endpoint of the API. Without `browser`, a publishable key is refused. */
export interface Endpoint<P> {
	operation: OperationName;
	schema: v.GenericSchema<unknown, P>;
	browser?: boolean;
	/** What a restricted key would need beyond what docs/deploy.md gives it. */
	permission?: Permission;
	/** Returns which order the call is about, so that its switches apply. */
	order: (call: Call<P>) => string | null;
	/** Does the work in one transaction; a StripeError it throws is an answer and undoes nothing. */
	run: (call: Call<P>) => unknown;
}

interface Request {
	id: string;
	keyed: Keyed | null;
	expansions: string[];
}

/** Makes the handler of an endpoint: key, parameters, idempotency, faults, the work, the answer. */
export function endpoint<P>(spec: Endpoint<P>): Handler<AppEnv> {
	return async (c) => {
		const id = makeId("req");
		const text = c.req.method === "GET" ? new URL(c.req.url).search : await c.req.text();
		const form = parseForm(text.replace(/^\?/, ""));
		const say = (answer: Answer, headers: Record<string, string> = {}) => {
			const { key: _, client_secret: secret, ...params } = form;
			const browser = secret !== undefined || isPublishable(form.key);
			c.env.tape.record({ operation: spec.operation, browser, params, ...answer });
			return reply(id, answer, headers);
		};
		try {
			return await serve(c, spec, form, id, say);
		} catch (error) {
			if (!(error instanceof StripeError)) throw error;
			return say(answerOf(error, id));
		}
	};
}

async function serve<P>(
	c: Context<AppEnv>,
	spec: Endpoint<P>,
	form: { [name: string]: Param },
	id: string,
	say: (answer: Answer, headers: Record<string, string>) => Response,
) {
	const context = c.env;
	const caller = authenticate(c.req.header("Authorization"), form);
	requireVersion(c.req.header("Stripe-Version"));
	if (!spec.browser || caller.key !== "publishable") {
		requireSecretKey(caller, spec.permission ?? null);
	}
	countCall(context);
	const { key: _, client_secret: __, expand: paths, ...rest } = form;
	const params = parseParams(spec.schema, rest);
	const call = { context, params, id: c.req.param("id") ?? "", caller };
	const request = { id, keyed: keyedOf(c, form), expansions: expansionsOf(paths) };
	const before = request.keyed && findStoredResponse(context, request.keyed);
	if (before) {
		const replayed = { "Idempotent-Replayed": "true", "Original-Request": before.request };
		return say(before.response, { ...keyHeader(request), ...replayed });
	}
	const fault = takeFault(context.store, spec.operation, spec.order(call));
	if (fault) refuse(context, fault, request);
	const answer = context.atomically(() => work(spec, call, request, fault));
	const response = say(answer, keyHeader(request));
	return fault ? applyFault(context, request.keyed, fault, response) : response;
}

function keyedOf(c: Context<AppEnv>, form: { [name: string]: Param }): Keyed | null {
	const key = c.req.method === "POST" ? c.req.header("Idempotency-Key") : undefined;
	if (key === undefined) return null;
	const endpoint = c.req.path.replace(/^.*(?=\/v1\/)/, "");
	return { key, endpoint, fingerprint: JSON.stringify(form) };
}

const keyHeader = ({ keyed, id }: Request): Record<string, string> =>
	keyed ? { "Idempotency-Key": keyed.key, "Original-Request": id } : {};

function expansionsOf(paths: Param | undefined): string[] {
	return Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : [];
}

/** The sandbox supports one API version; like Stripe it refuses an invalid one. */
function requireVersion(asked: string | undefined): void {
	if (asked === undefined || asked === apiVersion) return;
	throw new ParameterError(
		"",
		null,
		`Invalid Stripe API version: ${asked} (this sandbox knows ${apiVersion} alone).`,
	);
}

/** Answers with a fault that comes before the work. */
function refuse(
	context: SandboxContext,
	{ kind, saved, done }: Fault,
	{ keyed, id }: Request,
): void {
	if (kind === "unavailable") throw unavailable();
	if (kind === "rate_limit") throw rateLimited();
	if (kind === "lock_timeout") throw lockTimeout();
	if (kind !== "fail" || done) return;
	const error = serverFault(saved && keyed !== null);
	if (saved && keyed) storeResponse(context, keyed, id, answerOf(error, id));
	throw error;
}

function work<P>(spec: Endpoint<P>, call: Call<P>, request: Request, fault: Fault | null): Answer {
	const { context } = call;
	const { id, keyed, expansions } = request;
	const done = attempt(id, () => expand(context.store, spec.run(call), expansions));
	const saved = fault?.saved === true && keyed !== null;
	const answer = fault?.kind === "fail" ? answerOf(serverFault(saved), id) : done;
	if (keyed && (fault?.kind !== "fail" || saved)) storeResponse(context, keyed, id, answer);
	return answer;
}

function attempt(id: string, run: () => unknown): Answer {
	try {
		return { status: 200, body: run(), headers: {} };
	} catch (error) {
		if (!(error instanceof StripeError) || error instanceof ParameterError) throw error;
		return answerOf(error, id);
	}
}

/** Loses the response, or delays it and keeps its key in use meanwhile. */
async function applyFault(
	context: SandboxContext,
	keyed: Keyed | null,
	{ kind, ms }: Fault,
	response: Response,
): Promise<Response> {
	if (kind === "drop") return badGateway();
	if (kind === "reset") return cutOffResponse(response);
	if (kind !== "hang") return response;
	if (keyed) context.inFlight.add(keyed.key);
	try {
		await scheduler.wait(ms);
	} finally {
		if (keyed) context.inFlight.delete(keyed.key);
	}
	return response;
}

function answerOf({ status, body, headers }: StripeError, request: string): Answer {
	const error = {
		...body,
		...(body.code !== undefined && { doc_url: docUrl(body.code) }),
		request_log_url: `https://dashboard.stripe.com/test/logs/${request}`,
	};
	return { status, body: { error }, headers };
}

function reply(id: string, answer: Answer, headers: Record<string, string> = {}): Response {
	return Response.json(answer.body, {
		status: answer.status,
		headers: {
			"Cache-Control": "no-cache, no-store",
			"Request-Id": id,
			"Stripe-Version": apiVersion,
			...answer.headers,
			...headers,
		},
	});
}
