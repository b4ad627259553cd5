import { and, asc, eq, inArray, isNull, notExists } from "drizzle-orm";
import type { Address, DeliveryInput } from "#contract/delivery.ts";
import { fieldError, ShopError } from "#contract/errors.ts";
import { requiredMessages } from "#contract/messages.ts";
import { type Account, defaultRole } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { orders, users } from "#worker/db/schema.ts";
import { suggestTools } from "../catalogue/find.ts";
import { findProducts, type Product } from "../catalogue/read.ts";
import type { ShopContext } from "../context.ts";
import { sendOrderEmailAfterResponse } from "../emails/send-order-emails.ts";
import { noCase, startsWith, withoutIndex } from "../list-queries.ts";
import { placeOrdersAs } from "./place.ts";
import type { OrderLine } from "./place-lines.ts";
import { selectLastAddress } from "./read.ts";
import { matchesCustomer } from "./search.ts";

/* Orders that staff place for customers who call (docs/decisions/payment-links.md). */

const customerColumns = {
	id: users.id,
	email: users.email,
	name: users.name,
	role: users.role,
	phone: users.phone,
	passwordHash: users.passwordHash,
	googleSub: users.googleSub,
	emailVerifiedAt: users.emailVerifiedAt,
};

export type Customer = Account & { phone: string | null; problem: ShopError | null };

type CustomerRow = Omit<Customer, "problem"> & {
	passwordHash: string | null;
	googleSub: string | null;
	emailVerifiedAt: Date | null;
};

/**
 * Returns why staff cannot order for the account; null if they can. If someone can log in to the account, its email must be verified.
 * Otherwise, a stranger who signed up with the customer's email would see the delivery address.
 */
function findAccountProblem({
	role,
	passwordHash,
	googleSub,
	emailVerifiedAt,
}: CustomerRow): ShopError | null {
	if (role !== defaultRole) return new ShopError("customer_is_staff");
	const canLogIn = passwordHash !== null || googleSub !== null;
	return canLogIn && emailVerifiedAt === null ? new ShopError("customer_unverified") : null;
}

function toCustomer(row: CustomerRow): Customer {
	const { id, email, name, role, phone } = row;
	return { id, email, name, role, phone, problem: findAccountProblem(row) };
}

const customerMatchesMax = 10;

/**
 * Finds shoppers by their accounts and by their orders.
 * @param search - the beginning of an account's email or name, part of the name or company on an order, or the phone number on an order
 * @returns at most ten shoppers
 */
export async function findCustomers(shop: ShopContext, search: string): Promise<Customer[]> {
	requireCapability(shop, "orders:place-for-customer");
	const { db } = shop;
	const text = search.trim();
	if (text === "") return [];
	// The other indexes narrow the search more, because most users are shoppers.
	const isShopper = eq(withoutIndex(users.role), defaultRole);
	const [emailMatches, nameMatches, orderMatches] = await retryBatch(db, [
		db
			.select(customerColumns)
			.from(users)
			.where(and(startsWith(users.email, text.toLowerCase()), isShopper))
			.orderBy(asc(users.email))
			.limit(customerMatchesMax),
		db
			.select(customerColumns)
			.from(users)
			.where(and(startsWith(noCase(users.name), text), isShopper))
			.orderBy(asc(noCase(users.name)), asc(users.id))
			.limit(customerMatchesMax),
		db
			.select(customerColumns)
			.from(users)
			.where(
				and(
					inArray(
						users.id,
						db.select({ id: orders.userId }).from(orders).where(matchesCustomer(text)),
					),
					isShopper,
				),
			)
			.limit(customerMatchesMax),
	]);
	const matches = [...emailMatches, ...nameMatches, ...orderMatches];
	return [...new Map(matches.map((row) => [row.id, row])).values()]
		.slice(0, customerMatchesMax)
		.map(toCustomer);
}

/**
 * Reads a customer with the delivery address of their newest order, which is null if there is none.
 * @throws ShopError 401, 403 or 404
 */
export async function getCustomer(
	shop: ShopContext,
	id: string,
): Promise<Customer & { delivery: Address | null }> {
	requireCapability(shop, "orders:place-for-customer");
	const [[row], [delivery = null]] = await retryBatch(shop.db, [
		shop.db.select(customerColumns).from(users).where(eq(users.id, id)),
		selectLastAddress(shop, id),
	]);
	if (!row) throw new ShopError("user_not_found");
	return { ...toCustomer(row), delivery };
}

/** Suggests tools by part number or words. */
export async function suggestToolsToOrder(shop: ShopContext, q: string): Promise<Product[]> {
	requireCapability(shop, "orders:place-for-customer");
	return q === "" ? [] : suggestTools(shop, q);
}

/** Reads the tools that staff are about to order. Skips tools that are no longer sold. */
export async function readToolsToOrder(
	shop: ShopContext,
	lines: Pick<OrderLine, "productId">[],
): Promise<Product[]> {
	requireCapability(shop, "orders:place-for-customer");
	return lines.length === 0 ? [] : [...(await findProducts(shop, lines)).values()];
}

const findCustomerRow = ({ db }: ShopContext, email: string) =>
	db.select(customerColumns).from(users).where(eq(users.email, email)).get();

/** Reads the name of the account with this email, to which an order belongs whatever name was given; null if there is none. */
export async function findCustomerName(shop: ShopContext, email: string): Promise<string | null> {
	requireCapability(shop, "orders:place-for-customer");
	return (await findCustomerRow(shop, email))?.name ?? null;
}

type CustomerInput = { email: string; name?: string | undefined; phone: string };

/**
 * Finds the customer's account, or creates one that nobody can log in to until its email is verified.
 * @throws ShopError 400, 403 or 409
 */
async function requireCustomer(shop: ShopContext, { email, name, phone }: CustomerInput) {
	const existingRow = await findCustomerRow(shop, email);
	let newId: string | null = null;
	if (!existingRow) {
		if (!name) throw fieldError("name", requiredMessages.name);
		newId = createId();
		const user = { id: newId, email, name, phone };
		await retry(() => shop.db.insert(users).values(user).onConflictDoNothing());
	}
	const row = existingRow ?? (await findCustomerRow(shop, email));
	if (!row) throw new ShopError("unavailable");
	const { problem, ...customer } = toCustomer(row);
	if (problem) throw problem;
	return { customer, isNew: newId === row.id };
}

/** Deletes the account of a new customer whose orders were rejected. */
const deleteUnusedAccount = ({ db }: ShopContext, { id }: Account) =>
	retry(() =>
		db
			.delete(users)
			.where(
				and(
					eq(users.id, id),
					isNull(users.emailVerifiedAt),
					isNull(users.passwordHash),
					notExists(db.select({ id: orders.id }).from(orders).where(eq(orders.userId, id))),
				),
			),
	);

const unpaidLimitCodes = [
	"too_many_unpaid_orders",
	"too_many_unpaid_lines",
	"unpaid_total_too_high",
];

export type CustomerOrder = DeliveryInput & {
	customer: CustomerInput;
	lines: OrderLine[];
	idempotencyKey: string | null;
};

/**
 * Places an order for each line, or none at all, and emails the customer a payment link. Creates an account if the email has none.
 * Repeating an idempotency key returns the same orders.
 * @returns the ids of the orders
 * @throws ShopError 400; 401; 403, also for a staff member's email; 409 if the account's email is not verified; 429; any error of
 * `placeOrders`
 */
export async function placeOrdersForCustomer(
	shop: ShopContext,
	{ customer: customerInput, ...order }: CustomerOrder,
): Promise<string[]> {
	const staffAccount = requireCapability(shop, "orders:place-for-customer");
	await enforceRateLimit(shop.env, "placeOrdersForCustomer", staffAccount.id);
	const { customer, isNew } = await requireCustomer(shop, customerInput);
	try {
		const orderIds = await placeOrdersAs(shop, customer, staffAccount, order);
		const [firstId] = orderIds;
		// One email is about all orders.
		if (firstId) sendOrderEmailAfterResponse(shop, "payment_link", firstId);
		return orderIds;
	} catch (error) {
		if (isNew) await deleteUnusedAccount(shop, customer);
		const isLimitError = error instanceof ShopError && unpaidLimitCodes.includes(error.code);
		throw isLimitError ? new ShopError("customer_unpaid_limit") : error;
	}
}
