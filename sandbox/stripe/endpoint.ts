import type { Context, Handler } from "hono";
import type * as v from "valibot";
import type { AppEnv, World } from "../env.ts";
import { authenticate, type Caller, requireSecretKey } from "./auth.ts";
import { ParameterError, StripeError, serverFault } from "./errors.ts";
import { expand } from "./expand.ts";
import { type Param, parseForm, parseParams } from "./form.ts";
import { type Answer, findAnswer, keepAnswer } from "./idempotency.ts";
import { makeId } from "./ids.ts";
import { apiVersion } from "./render.ts";
import { type Fault, type OperationName, takeFault } from "./switches.ts";

/** A call as an endpoint sees it: checked parameters, the id in the path (or ""), who asks. */
export interface Call<P> {
	world: World;
	params: P;
	id: string;
	caller: Caller;
}

/** One endpoint of the API. Without `browser`, a publishable key is refused. */
export interface Endpoint<P> {
	operation: OperationName;
	schema: v.GenericSchema<unknown, P>;
	browser?: boolean;
	/** Tells which order the call is about, so that its switches apply. */
	order: (call: Call<P>) => string | null;
	/** Does the work in one transaction; a StripeError it throws is an answer and undoes nothing. */
	run: (call: Call<P>) => unknown;
}

interface Request {
	key: string | null;
	fingerprint: string;
	expansions: string[];
}

/** Makes the handler of an endpoint: key, parameters, idempotency, faults, the work, the answer. */
export function endpoint<P>(spec: Endpoint<P>): Handler<AppEnv> {
	return async (c) => {
		const text = c.req.method === "GET" ? new URL(c.req.url).search : await c.req.text();
		try {
			return await serve(c, spec, parseForm(text.replace(/^\?/, "")));
		} catch (error) {
			if (!(error instanceof StripeError)) throw error;
			return reply({ status: error.status, body: { error: error.body } });
		}
	};
}

async function serve<P>(c: Context<AppEnv>, spec: Endpoint<P>, form: { [name: string]: Param }) {
	const world = c.env;
	const caller = authenticate(c.req.header("Authorization"), form);
	if (!spec.browser) requireSecretKey(caller);
	const { key: _, client_secret: __, expand: paths, ...rest } = form;
	const params = parseParams(spec.schema, rest);
	const call = { world, params, id: c.req.param("id") ?? "", caller };
	const request: Request = {
		key: c.req.method === "POST" ? (c.req.header("Idempotency-Key") ?? null) : null,
		fingerprint: JSON.stringify([c.req.method, c.req.path, form]),
		expansions: Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : [],
	};
	const before = request.key && findAnswer(world, request.key, request.fingerprint);
	if (before) return reply(before, { "Idempotent-Replayed": "true" });
	const fault = takeFault(world.store, spec.operation, spec.order(call));
	if (fault?.kind === "fail") throw serverFault();
	const answer = world.atomically(() => work(spec, call, request));
	return fault ? spoil(world, request.key, answer, fault) : reply(answer);
}

function work<P>(spec: Endpoint<P>, call: Call<P>, request: Request): Answer {
	const { world } = call;
	const answer = attempt(() => expand(world.store, spec.run(call), request.expansions));
	if (request.key) keepAnswer(world, request.key, request.fingerprint, answer);
	return answer;
}

function attempt(run: () => unknown): Answer {
	try {
		return { status: 200, body: run() };
	} catch (error) {
		if (!(error instanceof StripeError) || error instanceof ParameterError) throw error;
		return { status: error.status, body: { error: error.body } };
	}
}

async function spoil(world: World, key: string | null, answer: Answer, fault: Fault) {
	if (fault.kind === "drop") throw serverFault();
	if (key) world.inFlight.add(key);
	try {
		await scheduler.wait(fault.ms);
	} finally {
		if (key) world.inFlight.delete(key);
	}
	return reply(answer);
}

function reply(answer: Answer, headers: Record<string, string> = {}): Response {
	return Response.json(answer.body, {
		status: answer.status,
		headers: {
			"Cache-Control": "no-cache, no-store",
			"Request-Id": makeId("req"),
			"Stripe-Version": apiVersion,
			...headers,
		},
	});
}
