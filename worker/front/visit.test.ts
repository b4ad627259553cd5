import { DatabaseSync } from "node:sqlite";
import { sql } from "drizzle-orm";
import { type ExecutionContext, Hono } from "hono";
import { expect, test } from "vitest";
import { createMeter } from "#worker/db/meter.ts";
import type { Env } from "#worker/env.ts";
import { openSqliteD1 } from "../../tests/support/sqlite-d1.ts";
import { type FrontDoor, visit } from "./visit.ts";

const bookmark = "00000001-00000002-00004e2f-0a1b2c3d4e5f60718293a4b5c6d7e8f9";

function openNotes() {
	const sqlite = new DatabaseSync(":memory:");
	sqlite.exec("CREATE TABLE notes (text)");
	return openSqliteD1(sqlite);
}

/** A D1 whose replica never hears of a write: only a session that begins at a bookmark reads what was written. */
function openLaggingD1() {
	const [primary, replica] = [openNotes(), openNotes()];
	const begun: unknown[] = [];
	const withSession = (constraint: unknown) => {
		begun.push(constraint);
		let near = constraint === "first-unconstrained" ? replica : primary;
		return {
			prepare(query: string) {
				if (!query.startsWith("select")) near = primary;
				return near.prepare(query);
			},
			getBookmark: () => (near === primary ? bookmark : null),
		};
	};
	return { begun, env: { DB: { withSession } } as unknown as Env };
}

const app = new Hono<FrontDoor>()
	.use(async (context, next) => {
		context.set("meter", createMeter());
		await next();
	})
	.use(visit)
	.get("/notes", async ({ var: { shop }, json }) =>
		json(await shop.db.all(sql`select text from notes`)),
	)
	.post("/notes", async ({ var: { shop }, text }) => {
		await shop.db.run(sql`insert into notes (text) values ('written')`);
		return text("ok");
	});

/** @returns what asks the app, each on the same database, and how its D1 sessions began */
function openApp() {
	const { begun, env } = openLaggingD1();
	const context = { waitUntil: () => undefined, props: {} } as unknown as ExecutionContext;
	const ask = (method: string, cookie = "") =>
		app.request("https://shop.test/notes", { method, headers: { Cookie: cookie } }, env, context);
	return { begun, ask };
}

test("who has written reads what they wrote, though the replica lags; others may read the past", async () => {
	const { begun, ask } = openApp();
	const [cookie = ""] = (await ask("POST")).headers.getSetCookie();
	expect(cookie).toMatch(/^__Host-bookmark=[\w-]{40,110}; /);
	const [name = ""] = cookie.split(";");
	expect(await (await ask("GET", name)).json()).toEqual([{ text: "written" }]);
	expect(await (await ask("GET")).json()).toEqual([]);
	expect(begun).toEqual(["first-unconstrained", bookmark, "first-unconstrained"]);
});

test("only a write hands out a bookmark: who reads is not bound to what others wrote", async () => {
	const { ask } = openApp();
	await ask("POST");
	expect((await ask("GET")).headers.getSetCookie()).toEqual([]);
});

test.each([
	["a constraint of D1", "first-primary"],
	["a word", "x"],
	["SQL", "' OR 1 --"],
	["a bookmark and 4,000 characters more", `${bookmark}${"f".repeat(4000)}`],
	["nothing", ""],
])("%s is no bookmark, and begins no session", async (_, forged) => {
	const { begun, ask } = openApp();
	expect((await ask("GET", `__Host-bookmark=${forged}`)).status).toBe(200);
	expect(begun).toEqual(["first-unconstrained"]);
});
