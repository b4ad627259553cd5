import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Account } from "#contract/roles.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import { pendingPurges, resetTokens, reviews, users } from "#worker/db/schema.ts";
import { createLocalShop, type LocalShop } from "../../../tests/support/local-shop.ts";
import type { Watcher } from "../../../tests/support/sqlite-d1.ts";
import { createEdge, purgeLater, type Shop } from "../context.ts";
import { purgeChanged, sweepPurges } from "../purges.ts";
import { deleteOwnAccount } from "./delete-account.ts";
import { takeOverByGoogle } from "./google.ts";
import { resetPassword } from "./reset.ts";
import { deleteUser } from "./users.ts";

const passwordHash = await hashPassword("first long secret");

type Writer = { local: LocalShop; author: Account; token: string; open(by: Account | null): Shop };

const writes: [string, (writer: Writer) => Promise<unknown>][] = [
	[
		"an admin deletes an account",
		async ({ local, author, open }) =>
			deleteUser(open(await local.addAccount("admin")), author.email),
	],
	[
		"an account is deleted by itself",
		({ author, open }) => deleteOwnAccount(open(author), "first long secret"),
	],
	[
		"an account is taken over by mail",
		({ token, open }) => resetPassword(open(null), token, "another"),
	],
	[
		"an account is taken over by Google",
		({ author, open }) =>
			takeOverByGoogle(open(null), author, {
				...{ sub: "owner", name: "Olga", email: author.email, ownsEmail: true },
			}),
	],
];

/** An unverified account with a reset link, and a review of theirs about a tool. */
async function createFixture() {
	const local = createLocalShop();
	onTestFinished(local.close);
	const { db } = local.anonymous;
	const author = await local.addAccount();
	await db.update(users).set({ emailProvedAt: null, passwordHash }).where(eq(users.id, author.id));
	const token = createToken();
	const link = { tokenHash: await hashToken(token), expiresAt: new Date(Date.now() + 60_000) };
	await db.insert(resetTokens).values({ userId: author.id, ...link });
	const productId = await local.addProduct(10);
	const { id: userId, name, email } = author;
	const text = { review: "Good.", ratings: "5", img: "" };
	await db.insert(reviews).values({ id: "review", userId, name, email, productId, ...text });
	return { local, db, author, token, productId };
}

/** @returns a watcher that loses so many answers, the first that of the write which takes the name from reviews */
function loseAnswers(count: number): Watcher {
	let lost = 0;
	return (statements) => {
		const isBegun = lost > 0 || statements.some((sql) => sql.startsWith('update "reviews"'));
		if (lost === count || !isBegun) return;
		lost += 1;
		return () => {
			throw new Error("D1_ERROR: Network connection lost.");
		};
	};
}

async function write(act: (writer: Writer) => Promise<unknown>, lost: number) {
	vi.spyOn(console, "log").mockImplementation(() => undefined);
	onTestFinished(() => void vi.restoreAllMocks());
	const fixture = await createFixture();
	const purged = new Set<string>();
	const edge = createEdge(async (tags) => {
		for (const tag of tags) purged.add(tag);
		return { success: true, errors: [] };
	});
	const open = (by: Account | null): Shop => {
		const shop = fixture.local.shopOf(by, loseAnswers(lost));
		return { ...shop, edge, purge: purgeLater(edge) };
	};
	const error = await act({ ...fixture, open }).catch((reason: unknown) => reason);
	const { name } = (await fixture.db.select().from(reviews).get()) ?? {};
	expect(name).toBe("Former customer");
	const shop = { ...fixture.local.anonymous, edge };
	const tags = ["getreviews", `reviews:${fixture.productId}`];
	return { ...fixture, error, purged, shop, tags };
}

test.each(writes)(
	"%s: a lost answer loses no purge of the pages with the reviews",
	async (_, act) => {
		for (const lost of [0, 1]) {
			const { db, purged, shop, tags } = await write(act, lost);
			await purgeChanged(shop);
			expect([...purged].sort(), `${lost} answers lost`).toEqual(tags);
			expect(await db.$count(pendingPurges)).toBe(0);
		}
	},
);

test.each(writes)(
	"%s: where nothing is heard of it, the sweep purges the pages with the reviews",
	async (_, act) => {
		const { error, purged, shop, tags } = await write(act, Infinity);
		expect(error).toBeInstanceOf(Error);
		shop.edge.tagsToPurge.clear();
		await sweepPurges(shop);
		expect([...purged].sort()).toEqual(tags);
	},
);
