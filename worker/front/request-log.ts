import { createMiddleware } from "hono/factory";
import { codeForStatus, type ErrorCode } from "#contract/errors.ts";
import type { Role } from "#contract/roles.ts";
import { createMeter, roundedMs, serverTiming } from "#worker/db/meter.ts";
import { routeOf } from "./route-pattern.ts";
import { mayShowTiming } from "./timing.ts";
import type { FrontDoor } from "./visit.ts";

/** One line a request (docs/operations.md). Nothing in it comes from the visitor but the method. */
type RequestLine = {
	/** What the answer carries as `X-Request-Id`. */
	request: string;
	method: string;
	/** The pattern, never the path. */
	route: string;
	status: number;
	ms: number;
	statements: number;
	rowsRead: number;
	rowsWritten: number;
	account: Role | "visitor";
	/** Why it was not met. */
	code?: ErrorCode;
	/** Of a page for everyone: whether it was kept at the edge, or made for this request. */
	edge?: "kept" | "made";
};

/** What broke is an error to Workers Logs; what was refused is not. */
const write = (line: RequestLine) =>
	(line.status < 500 ? console.log : console.error)(JSON.stringify(line));

/** Counts what a request costs, says so in `Server-Timing` where that tells nothing, and writes its line. */
export const logRequest = createMiddleware<FrontDoor>(async (context, next) => {
	const { env, req } = context;
	const began = performance.now();
	const meter = createMeter(env);
	context.set("meter", meter);
	await next();
	const ms = performance.now() - began;
	const { status, headers } = context.res;
	if (mayShowTiming(req.raw, env)) headers.set("Server-Timing", serverTiming(meter, ms));
	const shop: FrontDoor["Variables"]["shop"] | undefined = context.get("shop");
	const code = codeForStatus(status);
	const edge = context.get("edge");
	write({
		request: context.get("requestId"),
		method: req.method,
		route: routeOf(context),
		status,
		ms: roundedMs(ms),
		statements: meter.statements,
		rowsRead: meter.rowsRead,
		rowsWritten: meter.rowsWritten,
		account: shop?.account?.role ?? "visitor",
		...(code && { code }),
		...(edge && { edge }),
	});
});
