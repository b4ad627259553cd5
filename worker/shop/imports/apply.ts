import { and, asc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { retry } from "#worker/db/retry.ts";
import { imports } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { isBudgetUsed, type SweepResult, sweepEach } from "../sweep-each.ts";
import { applyChunk } from "./apply-chunk.ts";
import { type Import, requireImport } from "./read.ts";

/**
 * Applies rows until none are left, the import has ended, `budgetMs` have passed, or the sweep's budget of statements is used up.
 */
async function applyRows(shop: ShopContext, id: string, budgetMs: number): Promise<Import> {
	const deadline = Date.now() + budgetMs;
	for (;;) {
		const current = await requireImport(shop, id);
		if (current.state !== "applying" || Date.now() >= deadline || isBudgetUsed()) return current;
		await applyChunk(shop, current);
	}
}

/** `checkKey` identifies the comparison that the admin has reviewed. */
type ApplyOptions = {
	budgetMs: number;
	checkKey?: string | undefined;
	addsDrafts?: boolean | undefined;
};

/**
 * Starts or continues applying an import. Stops after `budgetMs`, so call it again while the state is "applying". Concurrent calls apply
 * each row only once.
 * @throws ShopError 401, 403, 404, 409
 */
export async function applyImport(
	shop: ShopContext,
	id: string,
	{ budgetMs, checkKey, addsDrafts = false }: ApplyOptions,
): Promise<Import> {
	const { id: userId, email: actor } = requireCapability(shop, "products:write");
	const importRecord = await requireImport(shop, id);
	if (importRecord.state === "checking" || importRecord.state === "canceled") {
		const reason =
			importRecord.state === "checking" ? "it has not been checked yet." : "it was canceled.";
		throw new ShopError("import_not_ready", { reason });
	}
	if (importRecord.state === "ready") {
		if (checkKey !== undefined && checkKey !== importRecord.checkKey) {
			const reason = "the file was checked again in the meantime. Review its changes again.";
			throw new ShopError("import_not_ready", { reason });
		}
		if (importRecord.added + importRecord.changed === 0)
			throw new ShopError("import_not_ready", { reason: "it has no changes." });
		await retry(() =>
			shop.db
				.update(imports)
				.set({ state: "applying", addsDrafts, userId, actor, updatedAt: new Date() })
				.where(
					and(
						eq(imports.id, id),
						eq(imports.state, "ready"),
						eq(imports.checkKey, importRecord.checkKey),
					),
				),
		);
	}
	return applyRows(shop, id, budgetMs);
}

/** An import is abandoned if no row was applied for this long, for example because its page was closed. */
const abandonedMs = 60_000;
const sweepBudgetMs = 60_000;
export const importRetentionMs = 30 * 24 * 60 * 60 * 1000;

/** Continues an abandoned import, and deletes one import that is older than a month. */
export async function sweepImports(shop: ShopContext, now: Date): Promise<SweepResult> {
	const { db } = shop;
	const abandoned = await db
		.select({ id: imports.id })
		.from(imports)
		.where(
			and(
				sql`${imports.state} = 'applying'`,
				lt(imports.updatedAt, new Date(now.getTime() - abandonedMs)),
			),
		)
		.orderBy(asc(imports.updatedAt))
		.limit(1);
	const result = await sweepEach(abandoned, async ({ id }) => {
		const { state } = await applyRows(shop, id, sweepBudgetMs);
		return state === "done";
	});
	const expired = db
		.select({ id: imports.id })
		.from(imports)
		.where(
			and(
				lt(imports.createdAt, new Date(now.getTime() - importRetentionMs)),
				ne(imports.state, "applying"),
			),
		)
		.orderBy(asc(imports.createdAt))
		.limit(1);
	await retry(() => db.delete(imports).where(inArray(imports.id, expired)));
	return result;
}
