import { Hono } from "hono";
import { expect, test } from "vitest";
import { serviceRoutes } from "#worker/api/service.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { createCookies } from "./cookies.ts";
import type { AppEnv } from "./request-context.ts";

const app = new Hono<AppEnv>()
	.use(async (context, next) => {
		const env = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
		context.set("shop", { env, account: null } as ShopContext);
		const cookies = createCookies(context.req.raw);
		context.set("cookies", cookies);
		await next();
		cookies.send(context.res);
	})
	.get("/set", ({ var: { cookies }, text }) => {
		cookies.setSession({ token: "secret", expiresAt: new Date(Date.now() + 60_000) });
		cookies.set("bookmark", "bookmark");
		cookies.flash({ kind: "success", text: "Done" });
		return text(cookies.get("session") ?? "none");
	})
	.get("/read", ({ var: { cookies }, req }) =>
		Response.json(cookies.takeFlash(), { status: Number(req.query("status") ?? 200) }),
	)
	.get("/replace", ({ var: { cookies }, body }) => {
		cookies.takeFlash();
		cookies.flash({ kind: "success", text: "Next" });
		return body(null);
	})
	.get("/sign-out", ({ var: { cookies }, body }) => {
		cookies.setSession({ token: "renewed", expiresAt: new Date(Date.now() + 60_000) });
		cookies.clearSession();
		return body(null);
	})
	.route("/", serviceRoutes);

const getCookies = async (path: string, headers: Record<string, string> = {}) =>
	(await app.request(`https://shop.example${path}`, { headers })).headers.getSetCookie();

test("over https, every cookie is __Host-prefixed, Secure and HttpOnly", async () => {
	const cookies = [...(await getCookies("/set")), ...(await getCookies("/auth/google"))];
	const names = cookies.map((cookie) => cookie.split("=")[0]);
	expect(names).toEqual(["session", "bookmark", "flash", "google"].map((name) => `__Host-${name}`));
	for (const cookie of cookies) {
		for (const attribute of ["; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/"]) {
			expect(cookie).toContain(attribute);
		}
		expect(cookie).not.toContain("Domain");
	}
});

test("over https, a cookie without the __Host- prefix is ignored, because a subdomain may have set it", async () => {
	const readSession = async (Cookie: string) =>
		(await app.request("https://shop.example/set", { headers: { Cookie } })).text();
	expect(await readSession("session=from-subdomain")).toBe("none");
	expect(await readSession("__Host-session=own")).toBe("own");
});

const requestWithCookie = (path: string, Cookie: string) =>
	app.request(`http://shop.example${path}`, { headers: { Cookie } });

const createFlashCookie = (value: object) => `flash=${encodeURIComponent(JSON.stringify(value))}`;
const message = { kind: "success", text: "Done" };
const deletion = "flash=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax";

test("a page that shows a flash message deletes it, but a redirect does not", async () => {
	const page = await requestWithCookie("/read", createFlashCookie(message));
	expect([await page.json(), page.headers.getSetCookie()]).toEqual([message, [deletion]]);
	expect(page.headers.get("Cache-Control")).toBe("private, no-store");
	for (const status of [202, 302, 303]) {
		const { headers } = await requestWithCookie(
			`/read?status=${status}`,
			createFlashCookie(message),
		);
		expect(headers.getSetCookie(), String(status)).toEqual([]);
	}
	for (const status of [400, 404, 500]) {
		const { headers } = await requestWithCookie(
			`/read?status=${status}`,
			createFlashCookie(message),
		);
		expect(headers.getSetCookie(), String(status)).toEqual([deletion]);
	}
	const withoutCookie = await requestWithCookie("/read", "");
	expect([await withoutCookie.json(), withoutCookie.headers.getSetCookie()]).toEqual([null, []]);
	expect(withoutCookie.headers.get("Cache-Control")).toBeNull();
});

test("a new flash message is not deleted together with the previous one", async () => {
	const { headers } = await requestWithCookie("/replace", createFlashCookie(message));
	expect(headers.getSetCookie()).toHaveLength(1);
	expect(decodeURIComponent(headers.getSetCookie()[0] ?? "")).toContain('"text":"Next"');
});

test.each([
	"flash=junk",
	createFlashCookie({ kind: "shout", text: "Done" }),
	createFlashCookie({ kind: "error", text: "a".repeat(501) }),
])("an invalid flash message is deleted without being shown: %s", async (cookie) => {
	const page = await requestWithCookie("/read", cookie);
	expect([await page.json(), page.headers.getSetCookie()]).toEqual([null, [deletion]]);
});

test("signing out deletes the list of viewed products, if there is one", async () => {
	const getSetCookieNames = async (cookie: string) =>
		(await requestWithCookie("/sign-out", cookie)).headers
			.getSetCookie()
			.map((value) => value.split("=")[0]);
	expect(await getSetCookieNames("session=a")).toEqual(["session"]);
	expect(await getSetCookieNames("session=a; viewed=b")).toEqual(["session", "viewed"]);
});

test("signing out clears the browser's cache", async () => {
	const { headers } = await requestWithCookie("/sign-out", "session=a");
	expect(headers.get("Clear-Site-Data")).toBe('"cache"');
	expect((await requestWithCookie("/read", "session=a")).headers.get("Clear-Site-Data")).toBeNull();
});
