import { Hono } from "hono";
import type { Account } from "#contract/roles.ts";
import { loginSchema, signupSchema } from "#contract/schemas/accounts.ts";
import type { FrontDoor } from "#worker/front/visit.ts";
import { login } from "#worker/shop/accounts/login.ts";
import { isAdmin } from "#worker/shop/accounts/profile.ts";
import { createOwnAccessToken, signOut } from "#worker/shop/accounts/session.ts";
import { signup } from "#worker/shop/accounts/signup.ts";
import { readBody } from "./body.ts";

const accountJson = ({ email, name, role }: Account) => ({ account: { email, name, role } });

export const accounts = new Hono<FrontDoor>()
	.post("/auth/signup", async (context) =>
		context.json(
			accountJson(await signup(context.var.shop, await readBody(context, signupSchema))),
		),
	)
	.post("/auth/login", async (context) =>
		context.json(accountJson(await login(context.var.shop, await readBody(context, loginSchema)))),
	)
	.post("/auth/logout", async (context) => {
		await signOut(context.var.shop);
		return context.json({ account: null });
	})
	.put("/user/:email", async (context) =>
		context.json({
			token: await createOwnAccessToken(context.var.shop, context.req.param("email")),
		}),
	)
	.get("/admin/:email", async (context) =>
		context.json({ admin: await isAdmin(context.var.shop, context.req.param("email")) }),
	);
