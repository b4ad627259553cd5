import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Account } from "#contract/roles.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import { pendingPurges, resetTokens, reviews, users } from "#worker/db/schema.ts";
import { createLocalShop, type LocalShop } from "../../../tests/support/local-shop.ts";
import type { QueryHook } from "../../../tests/support/sqlite-d1.ts";
import { createEdgeCacheState, createTagCollector, type ShopContext } from "../context.ts";
import { purgeChangedPages, sweepPurges } from "../purges.ts";
import { deleteOwnAccount } from "./delete-account.ts";
import { takeOverWithGoogle } from "./google.ts";
import { resetPassword } from "./reset.ts";
import { deleteUser } from "./users.ts";

const passwordHash = await hashPassword("first long secret");

type Fixture = {
	localShop: LocalShop;
	author: Account;
	token: string;
	createContext(account: Account | null): ShopContext;
};

const useCases: [string, (fixture: Fixture) => Promise<unknown>][] = [
	[
		"an admin deletes an account",
		async ({ localShop, author, createContext }) =>
			deleteUser(createContext(await localShop.addAccount("admin")), author.email),
	],
	[
		"a shopper deletes their account",
		({ author, createContext }) => deleteOwnAccount(createContext(author), "first long secret"),
	],
	[
		"an account is taken over by a password reset",
		({ token, createContext }) => resetPassword(createContext(null), token, "another"),
	],
	[
		"an account is taken over with Google",
		({ author, createContext }) =>
			takeOverWithGoogle(createContext(null), author, {
				sub: "owner",
				name: "Olga",
				email: author.email,
			}),
	],
];

/** Creates an unverified account with a reset link and a review of a product. */
async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const author = await localShop.addAccount();
	await db
		.update(users)
		.set({ emailVerifiedAt: null, passwordHash })
		.where(eq(users.id, author.id));
	const token = createToken();
	const link = { tokenHash: await hashToken(token), expiresAt: new Date(Date.now() + 60_000) };
	await db.insert(resetTokens).values({ userId: author.id, ...link });
	const productId = await localShop.addProduct(10);
	const { id: userId, name, email } = author;
	const content = { review: "Good.", ratings: "5", img: "" };
	await db.insert(reviews).values({ id: "review", userId, name, email, productId, ...content });
	return { localShop, db, author, token, productId };
}

/** Loses `count` responses from D1, starting with the response to the write that anonymizes the reviews. */
function loseResponses(count: number): QueryHook {
	let lostCount = 0;
	return (statements) => {
		const hasStarted =
			lostCount > 0 || statements.some((sql) => sql.startsWith('update "reviews"'));
		if (lostCount === count || !hasStarted) return;
		lostCount += 1;
		return () => {
			throw new Error("D1_ERROR: Network connection lost.");
		};
	};
}

async function runWithLostResponses(
	run: (fixture: Fixture) => Promise<unknown>,
	lostCount: number,
) {
	vi.spyOn(console, "log").mockImplementation(() => undefined);
	onTestFinished(() => void vi.restoreAllMocks());
	const fixture = await createFixture();
	const purgedTags = new Set<string>();
	const edgeCache = createEdgeCacheState(async (tags) => {
		for (const tag of tags) purgedTags.add(tag);
		return { success: true, errors: [] };
	});
	const createContext = (account: Account | null): ShopContext => {
		const context = fixture.localShop.createContext(account, loseResponses(lostCount));
		return { ...context, edgeCache, purgeAfterResponse: createTagCollector(edgeCache) };
	};
	const error = await run({ ...fixture, createContext }).catch((reason: unknown) => reason);
	const { name } = (await fixture.db.select().from(reviews).get()) ?? {};
	expect(name).toBe("Former customer");
	const context = { ...fixture.localShop.anonymousContext, edgeCache };
	const tags = ["getreviews", `reviews:${fixture.productId}`];
	return { ...fixture, error, purgedTags, context, tags };
}

test.each(useCases)(
	"%s: the pages with the account's reviews are purged even if a response is lost",
	async (_, run) => {
		for (const lostCount of [0, 1]) {
			const { db, purgedTags, context, tags } = await runWithLostResponses(run, lostCount);
			await purgeChangedPages(context);
			expect([...purgedTags].sort(), `${lostCount} responses lost`).toEqual(tags);
			expect(await db.$count(pendingPurges)).toBe(0);
		}
	},
);

test.each(useCases)(
	"%s: the sweep purges the pages with the account's reviews if every response is lost",
	async (_, run) => {
		const { error, purgedTags, context, tags } = await runWithLostResponses(run, Infinity);
		expect(error).toBeInstanceOf(Error);
		context.edgeCache.tagsToPurge.clear();
		await sweepPurges(context);
		expect([...purgedTags].sort()).toEqual(tags);
	},
);
