import type { Env } from "#worker/env.ts";

/**
 * What a write read would tell strangers whether an account exists (OWASP Authentication Cheat Sheet, "Authentication
 * Responses"): beyond the local shop only reads say what they cost.
 */
export const mayShowTiming = ({ method }: Request, env: Env): boolean =>
	method === "GET" || method === "HEAD" || env.SANDBOX !== undefined;
