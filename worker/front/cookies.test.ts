import { Hono } from "hono";
import { expect, test } from "vitest";
import { google } from "#worker/api/google.ts";
import type { Shop } from "#worker/shop/context.ts";
import { openCookieJar } from "./cookies.ts";
import type { FrontDoor } from "./visit.ts";

const app = new Hono<FrontDoor>()
	.get("/jar", (context) => {
		const jar = openCookieJar(context);
		jar.keepSession("secret", new Date(Date.now() + 60_000));
		jar.keepBookmark("bookmark");
		jar.keepFlash({ kind: "success", text: "Done" });
		jar.send();
		return context.text(jar.session ?? "nobody");
	})
	.use(async (context, next) => {
		const env = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
		context.set("shop", { env, origin: "https://shop.example", account: null } as Shop);
		await next();
	})
	.route("/", google);

const cookiesOf = async (path: string, headers: Record<string, string> = {}) =>
	(await app.request(`https://shop.example${path}`, { headers })).headers.getSetCookie();

test("over https every cookie is bound to this host, to https, and out of reach of scripts", async () => {
	const cookies = [...(await cookiesOf("/jar")), ...(await cookiesOf("/auth/google"))];
	const names = cookies.map((cookie) => cookie.split("=")[0]);
	expect(names).toEqual(["session", "bookmark", "flash", "google"].map((name) => `__Host-${name}`));
	for (const cookie of cookies) {
		for (const word of ["; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/"]) {
			expect(cookie).toContain(word);
		}
		expect(cookie).not.toContain("Domain");
	}
});

test("over https a cookie without the prefix, which a sub-domain may have set, is nobody's", async () => {
	const ask = async (Cookie: string) =>
		(await app.request("https://shop.example/jar", { headers: { Cookie } })).text();
	expect(await ask("session=planted")).toBe("nobody");
	expect(await ask("__Host-session=own")).toBe("own");
});
