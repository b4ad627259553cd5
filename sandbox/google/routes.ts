import { Hono } from "hono";
import type { AppEnv } from "../env.ts";
import { pictureOf } from "./accounts.ts";
import { authorize } from "./authorize.ts";
import { personOf } from "./grants.ts";
import { publicKeys } from "./id-token.ts";
import { token } from "./token.ts";

/** `/__sandbox/google`: Google's OpenID Connect, the paths as on its own hosts. */
export const google = new Hono<AppEnv>()
	.route("/o/oauth2/v2/auth", authorize)
	.route("/token", token)
	.get("/certs", async (c) => c.json(await publicKeys(c.env.store)))
	.get("/v1/userinfo", (c) => {
		const header = c.req.header("Authorization") ?? "";
		const person = personOf(c.env.store, header.replace(/^Bearer\s+/i, ""));
		if (!person) return c.json({ error: "invalid_token" }, 401);
		return c.json({ ...person, picture: pictureOf(person.name) });
	});
