import { parse, serialize } from "hono/utils/cookie";
import * as v from "valibot";
import type { Env } from "#worker/env.ts";
import { sealingSecret } from "./google.ts";
import { openSealed, seal } from "./sealed.ts";

/** Seconds that a visitor may take to enter a password. */
const lifeSeconds = 10 * 60;

const linkSchema = v.object({
	sub: v.string(),
	email: v.string(),
	ownsEmail: v.boolean(),
	name: v.string(),
	/** The page to go to afterwards. */
	from: v.string(),
});

/** Whom Google has just named, while the account with that email waits for its password. */
export type PendingLink = v.InferOutput<typeof linkSchema>;

const purpose = "google link";
const cookieName = (secure: boolean) => (secure ? "__Host-link" : "link");

const cookieLine = (secure: boolean, value: string, maxAge: number) =>
	serialize(cookieName(secure), value, {
		path: "/",
		httpOnly: true,
		secure,
		sameSite: "Lax",
		maxAge,
	});

/** @param secure whether the shop is reached over https @returns the line of a `Set-Cookie` header, signed */
export async function keepPendingLink(
	env: Env,
	secure: boolean,
	link: PendingLink,
): Promise<string> {
	const sealed = await seal(sealingSecret(env), purpose, link, lifeSeconds * 1000);
	return cookieLine(secure, sealed, lifeSeconds);
}

/** @returns the line of a `Set-Cookie` header that ends it */
export const dropPendingLink = (secure: boolean): string => cookieLine(secure, "", 0);

/** @param cookies the `Cookie` header @returns null when there is none, it is forged or too old */
export async function readPendingLink(
	env: Env,
	secure: boolean,
	cookies: string,
): Promise<PendingLink | null> {
	const name = cookieName(secure);
	const opened = await openSealed(sealingSecret(env), purpose, parse(cookies, name)[name]);
	const link = v.safeParse(linkSchema, opened);
	return link.success ? link.output : null;
}
