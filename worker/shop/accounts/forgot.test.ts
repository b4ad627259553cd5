import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { resetTokens, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import type { Watcher } from "../../../tests/support/sqlite-d1.ts";
import { resetLinks } from "./links.ts";
import { asksWhoMadeIt, forgotPassword } from "./reset.ts";

const minuteMs = 60_000;

/** An account, and a mail service that takes mails or, for a while, does not. */
async function createFixture() {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-22T10:00:00Z") });
	onTestFinished(() => void vi.useRealTimers());
	const local = createLocalShop();
	onTestFinished(local.close);
	const { db } = local.anonymous;
	const { id, email } = await local.addAccount();
	await db.update(users).set({ emailProvedAt: null }).where(eq(users.id, id));
	const service = { isAway: false };
	const tokens: string[] = [];
	const EMAIL = {
		send: async ({ text }: { text: string }) => {
			if (service.isAway) throw new Error("mail is away");
			tokens.push(/token=([a-z2-7]{32})/.exec(text)?.[1] ?? "");
		},
	};
	const settings = new Map<string | symbol, unknown>([
		["EMAIL", EMAIL],
		["MAIL_FROM", "orders@shop.test"],
	]);
	/** @returns the tokens of all mails so far */
	const ask = async (watch?: Watcher): Promise<string[]> => {
		const shop = local.shopOf(null, watch);
		const env = new Proxy(shop.env, {
			get: (target, name) => settings.get(name) ?? Reflect.get(target, name),
		});
		const work: Promise<unknown>[] = [];
		await forgotPassword({ ...shop, env, waitUntil: (begin) => void work.push(begin()) }, email);
		await Promise.all(work);
		return tokens;
	};
	// Asked only where a link is live and the email was never verified.
	const isLive = (token = "") => asksWhoMadeIt(local.anonymous, token);
	return { ask, isLive, service, id, db };
}

test("repeated requests by others do not void a reset link within half an hour of its mail", async () => {
	const { ask, isLive } = await createFixture();
	const [own] = await ask();
	for (let minute = 1; minute < 30; minute += 1) {
		vi.setSystemTime(Date.now() + minuteMs);
		expect(await ask()).toHaveLength(1);
	}
	expect(await isLive(own)).toBe(true);
	vi.setSystemTime(Date.now() + minuteMs);
	const [, next] = await ask();
	expect([await isLive(own), await isLive(next)]).toEqual([false, true]);
});

test("two concurrent requests send one mail, and its link is valid", async () => {
	const { ask, isLive } = await createFixture();
	await Promise.all([ask(), ask()]);
	const tokens = await ask();
	expect(tokens).toHaveLength(1);
	expect(await isLive(tokens[0])).toBe(true);
});

test("of two requests of one moment, the earlier coming to the database later does not end the mailed link of the other", async () => {
	const { ask, isLive } = await createFixture();
	let isOvertaken = false;
	const [token, ...others] = await ask(async (statements) => {
		if (isOvertaken || !statements.some((sql) => sql.startsWith("insert"))) return;
		isOvertaken = true;
		vi.setSystemTime(Date.now() + 5);
		await ask();
	});
	expect(isOvertaken).toBe(true);
	expect(others).toEqual([]);
	expect(await isLive(token)).toBe(true);
});

test("a link whose mail was not accepted does not block the next one", async () => {
	const { ask, isLive, service } = await createFixture();
	vi.spyOn(console, "error").mockImplementation(() => undefined);
	onTestFinished(() => void vi.restoreAllMocks());
	service.isAway = true;
	expect(await ask()).toEqual([]);
	service.isAway = false;
	const [token] = await ask();
	expect(await isLive(token)).toBe(true);
});

test("a link that was stored although the response was lost is sent", async () => {
	const { ask, isLive } = await createFixture();
	let isLost = false;
	const lose: Watcher = (statements) => {
		if (isLost || !statements.some((sql) => sql.startsWith("insert"))) return;
		isLost = true;
		return () => {
			throw new Error("D1_ERROR: Network connection lost.");
		};
	};
	const [token] = await ask(lose);
	expect(isLost).toBe(true);
	expect(await isLive(token)).toBe(true);
});

test("a link made before the clock was set back is replaced", async () => {
	const { ask, isLive, db, id } = await createFixture();
	const expiresAt = new Date(Date.now() + resetLinks.lifeMs + minuteMs);
	await db.insert(resetTokens).values({ userId: id, tokenHash: "of the future", expiresAt });
	const [token] = await ask();
	expect(await isLive(token)).toBe(true);
});
