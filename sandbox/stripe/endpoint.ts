import type { Context, Handler } from "hono";
import type * as v from "valibot";
import type { AppEnv, SandboxContext } from "../env.ts";
import { type Auth, authenticate, isPublishableKey, requireSecretKey } from "./auth.ts";
import { ParameterError, StripeError } from "./errors.ts";
import { expand } from "./expand.ts";
import {
	badGateway,
	cutOffResponse,
	lockTimeout,
	rateLimited,
	serverError,
	unavailable,
} from "./faults.ts";
import { type Param, parseForm, parseParams } from "./form-encoding.ts";
import {
	type ApiResponse,
	findStoredResponse,
	type IdempotentRequest,
	storeResponse,
} from "./idempotency.ts";
import { createId } from "./ids.ts";
import { enforceRateLimit } from "./rate-limit.ts";
import { apiVersion } from "./render/api-version.ts";
import { getDocUrl } from "./render/doc-url.ts";
import { type Fault, type OperationName, takeFault } from "./switches.ts";

/** A request to the API, after authentication and validation. */
export interface Call<P> {
	context: SandboxContext;
	params: P;
	/** The id in the path, or "". */
	id: string;
	auth: Auth;
}

/** An endpoint of the API. */
export interface Endpoint<P> {
	operation: OperationName;
	schema: v.GenericSchema<unknown, P>;
	acceptsPublishableKey?: boolean;
	/** The permission that a restricted key needs. Omitted if docs/deploy.md lists it, because the sandbox's restricted key has all of those. */
	permission?: string;
	/** Returns the id of the order whose injected faults (switches.ts) apply to the call; null if only faults that are set for all orders apply. */
	getOrderIdForInjectedFaults: (call: Call<P>) => string | null;
	/** Executes the operation in a transaction. If it throws a StripeError, that becomes the response. Only a ParameterError rolls back. */
	handler: (call: Call<P>) => unknown;
}

interface RequestDetails {
	requestId: string;
	/** Null if the request has no idempotency key. */
	idempotency: IdempotentRequest | null;
	/** The `expand` parameter. */
	expand: string[];
}

/** Creates the Hono handler of an endpoint. */
export function defineEndpoint<P>(spec: Endpoint<P>): Handler<AppEnv> {
	return async (c) => {
		const requestId = createId("req");
		const encodedParams = c.req.method === "GET" ? new URL(c.req.url).search : await c.req.text();
		const form = parseForm(encodedParams.replace(/^\?/, ""));
		const respond = (response: ApiResponse, headers: Record<string, string> = {}) => {
			const { key: _, client_secret: secret, ...params } = form;
			const isFromBrowser = secret !== undefined || isPublishableKey(form.key);
			c.env.recorder.record({ operation: spec.operation, isFromBrowser, params, ...response });
			return toHttpResponse(requestId, response, headers);
		};
		try {
			return await handleRequest(c, spec, form, requestId, respond);
		} catch (error) {
			if (!(error instanceof StripeError)) throw error;
			return respond(toErrorResponse(error, requestId));
		}
	};
}

async function handleRequest<P>(
	c: Context<AppEnv>,
	spec: Endpoint<P>,
	form: { [name: string]: Param },
	requestId: string,
	respond: (response: ApiResponse, headers: Record<string, string>) => Response,
) {
	const context = c.env;
	const auth = authenticate(c.req.header("Authorization"), form);
	checkVersion(c.req.header("Stripe-Version"));
	if (!spec.acceptsPublishableKey || auth.keyType !== "publishable") {
		requireSecretKey(auth, spec.permission);
	}
	enforceRateLimit(context);
	const { key: _, client_secret: __, expand: expandParam, ...rest } = form;
	const params = parseParams(spec.schema, rest);
	const call = { context, params, id: c.req.param("id") ?? "", auth };
	const idempotency = readIdempotentRequest(c, form);
	const request = { requestId, idempotency, expand: readExpand(expandParam) };
	const stored = idempotency && findStoredResponse(context, idempotency);
	if (stored) {
		const replayHeaders = { "Idempotent-Replayed": "true", "Original-Request": stored.requestId };
		return respond(stored.response, { ...createIdempotencyHeaders(request), ...replayHeaders });
	}
	const fault = takeFault(context.store, spec.operation, spec.getOrderIdForInjectedFaults(call));
	if (fault) throwIfPrevented(context, fault, request);
	const result = context.atomically(() => execute(spec, call, request, fault));
	const response = respond(result, createIdempotencyHeaders(request));
	return fault ? applyFault(context, idempotency, fault, response) : response;
}

function readIdempotentRequest(
	c: Context<AppEnv>,
	form: { [name: string]: Param },
): IdempotentRequest | null {
	const key = c.req.method === "POST" ? c.req.header("Idempotency-Key") : undefined;
	if (key === undefined) return null;
	const endpoint = c.req.path.replace(/^.*(?=\/v1\/)/, "");
	return { key, endpoint, fingerprint: JSON.stringify(form) };
}

const createIdempotencyHeaders = ({
	idempotency,
	requestId,
}: RequestDetails): Record<string, string> =>
	idempotency ? { "Idempotency-Key": idempotency.key, "Original-Request": requestId } : {};

function readExpand(paths: Param | undefined): string[] {
	return Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : [];
}

/** Rejects other API versions, because the sandbox supports only one. */
function checkVersion(version: string | undefined): void {
	if (version === undefined || version === apiVersion) return;
	throw new ParameterError(
		"",
		null,
		`Invalid Stripe API version: ${version} (this sandbox supports only ${apiVersion}).`,
	);
}

/** If the fault prevents the operation, throws its error. */
function throwIfPrevented(
	context: SandboxContext,
	{ kind, stored: storesResponse, executed: failsAfterExecution }: Fault,
	{ idempotency, requestId }: RequestDetails,
): void {
	if (kind === "unavailable") throw unavailable();
	if (kind === "rate_limit") throw rateLimited();
	if (kind === "lock_timeout") throw lockTimeout();
	if (kind !== "fail" || failsAfterExecution) return;
	const isStored = storesResponse && idempotency !== null;
	const error = serverError({ isStored });
	if (isStored) storeResponse(context, idempotency, requestId, toErrorResponse(error, requestId));
	throw error;
}

/** Executes the operation and stores the response under the idempotency key. */
function execute<P>(
	spec: Endpoint<P>,
	call: Call<P>,
	{ requestId, idempotency, expand: paths }: RequestDetails,
	fault: Fault | null,
): ApiResponse {
	const { context } = call;
	const result = catchStripeError(requestId, () =>
		expand(context.store, spec.handler(call), paths),
	);
	const shouldFail = fault?.kind === "fail";
	const isStored = idempotency !== null && (!shouldFail || fault.stored);
	const response = shouldFail ? toErrorResponse(serverError({ isStored }), requestId) : result;
	if (isStored) storeResponse(context, idempotency, requestId, response);
	return response;
}

function catchStripeError(requestId: string, run: () => unknown): ApiResponse {
	try {
		return { status: 200, body: run(), headers: {} };
	} catch (error) {
		if (!(error instanceof StripeError) || error instanceof ParameterError) throw error;
		return toErrorResponse(error, requestId);
	}
}

/** Applies a fault that loses or delays the response. During the delay, the request's idempotency key stays in use. */
async function applyFault(
	context: SandboxContext,
	idempotency: IdempotentRequest | null,
	{ kind, ms }: Fault,
	response: Response,
): Promise<Response> {
	if (kind === "drop") return badGateway();
	if (kind === "reset") return cutOffResponse(response);
	if (kind !== "hang") return response;
	if (idempotency) context.idempotencyKeysInFlight.add(idempotency.key);
	try {
		await scheduler.wait(ms);
	} finally {
		if (idempotency) context.idempotencyKeysInFlight.delete(idempotency.key);
	}
	return response;
}

function toErrorResponse({ status, body, headers }: StripeError, requestId: string): ApiResponse {
	const error = {
		...body,
		...(body.code !== undefined && { doc_url: getDocUrl(body.code) }),
		request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
	};
	return { status, body: { error }, headers };
}

function toHttpResponse(
	requestId: string,
	{ status, body, headers }: ApiResponse,
	extraHeaders: Record<string, string>,
): Response {
	return Response.json(body, {
		status,
		headers: {
			"Cache-Control": "no-cache, no-store",
			"Request-Id": requestId,
			"Stripe-Version": apiVersion,
			...headers,
			...extraHeaders,
		},
	});
}
