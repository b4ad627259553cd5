import { and, count, desc, eq, lt, notExists, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Address, DeliveryInput } from "#contract/delivery.ts";
import { mapAddressFields } from "#contract/delivery.ts";
import { ShopError, ValidationError } from "#contract/errors.ts";
import { addressesMax } from "#contract/limits.ts";
import type { AddressInput, DeliveryChoice } from "#contract/schemas/addresses.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId, hashToken } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { isUniqueViolation } from "#worker/db/failures.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { retry } from "#worker/db/retry.ts";
import { addresses, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { write } from "../write.ts";

export type SavedAddress = Address & { id: string; label: string };

const columns = {
	id: addresses.id,
	label: addresses.label,
	...mapAddressFields((name) => addresses[name]),
};

/** Lists the account's addresses, most recently used first. @throws ShopError 401, 403 */
export async function listAddresses(shop: ShopContext): Promise<SavedAddress[]> {
	const { id } = requireCapability(shop, "orders:place");
	return shop.db
		.select(columns)
		.from(addresses)
		.where(eq(addresses.userId, id))
		.orderBy(desc(addresses.usedAt), addresses.label)
		.limit(addressesMax);
}

const isOwn = (userId: string, id: string) =>
	and(eq(addresses.id, id), eq(addresses.userId, userId));

/** @throws ShopError 401, 403, 404 (also if the address belongs to another account) */
export async function requireAddress(shop: ShopContext, id: string): Promise<SavedAddress> {
	const account = requireCapability(shop, "orders:place");
	const address = await shop.db.select(columns).from(addresses).where(isOwn(account.id, id)).get();
	if (!address) throw new ShopError("address_not_found");
	return address;
}

const hasLabel = (userId: string, label: string) =>
	and(eq(addresses.userId, userId), eq(sql`${addresses.label} collate nocase`, label));

/** Inserts nothing if the account already has an address with that label, or `addressesMax` addresses. */
function insertAddress(
	db: Database,
	userId: string,
	{ id, ...address }: SavedAddress,
	where?: SQL | undefined,
) {
	const belongsToUser = eq(addresses.userId, userId);
	const addressCount = db.select({ count: count() }).from(addresses).where(belongsToUser);
	const sameLabel = db
		.select({ id: addresses.id })
		.from(addresses)
		.where(hasLabel(userId, address.label));
	const canSave = and(
		eq(users.id, userId),
		lt(sql`${addressCount}`, addressesMax),
		notExists(sameLabel),
		where,
	);
	const now = new Date();
	const row = { ...address, id, userId, createdAt: now, usedAt: now };
	return insertSelect(db, addresses, row, users, canSave);
}

/** @throws ShopError 409 if another address of the account has this label */
async function requireFreeLabel({ db }: ShopContext, userId: string, label: string): Promise<void> {
	const isTaken = (await db.$count(addresses, hasLabel(userId, label))) > 0;
	if (isTaken) throw new ShopError("address_label_taken", { label });
}

/**
 * Adds an address. Adding the same one again, for example with a double click, changes nothing.
 * @returns the address's id
 * @throws ShopError 401, 403, 409
 */
export async function addAddress(shop: ShopContext, input: AddressInput): Promise<string> {
	const account = requireCapability(shop, "orders:place");
	const { db } = shop;
	const id = createId();
	// Not unique to this call, unlike in other writes: a repeated submission returns the first address.
	const isSame = and(
		eq(addresses.userId, account.id),
		eq(addresses.label, input.label),
		...Object.values(mapAddressFields((name) => eq(addresses[name], input[name]))),
	);
	const written = await write(shop, {
		statements: [insertAddress(db, account.id, { id, ...input })],
		confirmWrite: db.select({ id: addresses.id }).from(addresses).where(isSame),
	});
	if (written) return written.id;
	await requireFreeLabel(shop, account.id, input.label);
	throw new ShopError("too_many_addresses", { max: addressesMax });
}

/**
 * @returns 1, the number of changed addresses
 * @throws ShopError 401, 403, 404, 409
 */
export async function updateAddress(
	shop: ShopContext,
	id: string,
	input: AddressInput,
): Promise<number> {
	const account = requireCapability(shop, "orders:place");
	const update = shop.db.update(addresses).set(input).where(isOwn(account.id, id));
	const [updated] = await retry(() => update.returning({ id: addresses.id })).catch(
		(error: unknown) => {
			if (!isUniqueViolation(error)) throw error;
			throw new ShopError("address_label_taken", { label: input.label });
		},
	);
	if (!updated) throw new ShopError("address_not_found");
	return 1;
}

/**
 * @returns the number of deleted addresses
 * @throws ShopError 401, 403
 */
export async function deleteAddress(shop: ShopContext, id: string): Promise<number> {
	const account = requireCapability(shop, "orders:place");
	const count = await shop.db.$count(addresses, isOwn(account.id, id));
	await retry(() => shop.db.delete(addresses).where(isOwn(account.id, id)));
	return count;
}

/**
 * Returns a hash of the details of a saved address, to notice that they have changed since a form showed them. The details themselves would
 * be stored with the form's draft (app/lib/use-draft.ts).
 */
export const hashAddress = (address: Address): Promise<string> =>
	hashToken(JSON.stringify(mapAddressFields((name) => address[name])));

/** What to do once the order is placed: mark a saved address as used, or save a new one. */
export type AddressUse = { usedId: string } | { newAddress: AddressInput } | null;

/**
 * Returns the delivery details of the chosen saved address, or those entered in the form.
 * @param form - the submitted fields, with a hash of each saved address that the form showed
 * @throws ShopError 401, 403, 404 if the chosen address was deleted, 409 if it has changed since the form showed it
 */
export async function readDelivery(
	shop: ShopContext,
	choice: DeliveryChoice,
	form: { get(name: string): unknown },
): Promise<DeliveryInput & { addressUse: AddressUse }> {
	requireCapability(shop, "orders:place");
	if (!("location" in choice)) {
		const { address: addressId, ...details } = choice;
		const { id, label: _, ...address } = await requireAddress(shop, addressId);
		const shown = form.get(`shown-${id}`) ?? null;
		if (shown !== null && shown !== (await hashAddress(address)))
			throw new ShopError("address_changed");
		return { ...address, ...details, addressUse: { usedId: id } };
	}
	const { address: _, saveAs: label, ...delivery } = choice;
	const newAddress = { label, ...mapAddressFields((name) => delivery[name]) };
	return { ...delivery, addressUse: label === "" ? null : { newAddress } };
}

/**
 * Matches if the order does not save an address under a label that the account already uses. Orders are placed only on this condition, and
 * not after a separate check, because a repeated submission must get the first order, which has saved the address.
 */
export const isLabelFree = (db: Database, userId: string, use: AddressUse): SQL | undefined =>
	use && "newAddress" in use
		? notExists(
				db
					.select({ id: addresses.id })
					.from(addresses)
					.where(hasLabel(userId, use.newAddress.label)),
			)
		: undefined;

/** Returns the error if `isLabelFree` does not match. */
export async function findLabelError(
	{ db }: ShopContext,
	userId: string,
	use: AddressUse,
): Promise<ShopError | null> {
	if (!use || !("newAddress" in use)) return null;
	const { label } = use.newAddress;
	if ((await db.$count(addresses, hasLabel(userId, label))) === 0) return null;
	const { message } = new ShopError("address_label_taken", { label });
	return new ValidationError([{ field: "saveAs", message }]);
}

/**
 * Creates the statements that mark the saved address as used, or save the new one.
 * @param isPlaced - a condition that is true if the same batch has placed the order
 */
export function createAddressStatements(
	db: Database,
	userId: string,
	use: AddressUse,
	isPlaced: SQL,
): BatchItem<"sqlite">[] {
	if (!use) return [];
	if ("newAddress" in use)
		return [insertAddress(db, userId, { id: createId(), ...use.newAddress }, isPlaced)];
	const usedAt = new Date();
	return [
		db
			.update(addresses)
			.set({ usedAt })
			.where(and(isOwn(userId, use.usedId), isPlaced)),
	];
}
