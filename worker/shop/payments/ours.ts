import { eq } from "drizzle-orm";
import { payments, settings } from "#worker/db/schema.ts";
import type { Intent } from "#worker/services/intents.ts";
import type { Shop } from "../context.ts";

/** @returns a statement that reads the random id of this shop, which the migration has made */
export const selectShopId = ({ db }: Pick<Shop, "db">) =>
	db.select({ value: settings.value }).from(settings).where(eq(settings.name, "shop_id"));

/** @returns that id @throws Error where the database has none */
export function requireShopId([row]: { value: string }[]): string {
	if (!row) throw new Error("The database has no shop_id in its settings");
	return row.value;
}

/** @returns what is known of a payment before Stripe is asked; `known` is null for one that is not recorded */
export async function readKnown(shop: Shop, intentId: string) {
	const [ids, [known]] = await shop.db.batch([
		selectShopId(shop),
		shop.db.select().from(payments).where(eq(payments.id, intentId)),
	]);
	return { shopId: requireShopId(ids), known: known ?? null };
}

export type Known = Awaited<ReturnType<typeof readKnown>>;

/**
 * A Stripe account may serve several shops and other programs, and Stripe sends each event to each of them. Ours is what
 * carries this shop's id, and what was recorded before intents carried one (docs/decisions/own-payments.md).
 */
export const isOurs = (
	{ shopId }: Pick<Intent, "shopId">,
	{ shopId: own, known }: Known,
): boolean => (shopId === null ? known !== null : shopId === own);

/** Writes down that a payment was left alone. */
export const logForeign = (intentId: string, shopId: string | null) =>
	console.log(JSON.stringify({ payment: "not of this shop", intent: intentId, shop: shopId }));
