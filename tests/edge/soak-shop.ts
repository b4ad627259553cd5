import { createSession } from "#worker/auth/sessions.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products, users } from "#worker/db/schema.ts";
import type { LocalEdge } from "../support/edge/local-edge.ts";
import { createEdgeVisitor } from "../support/edge/visitor.ts";

const img = "/pictures/pliers-800.webp";

/** Creates an account and a visitor who is signed in to it. */
async function createSignedInVisitor(edge: LocalEdge, role: "admin" | "shopper") {
	const id = createId();
	const account = { id, role, email: `${id}@example.com`, name: `Name ${id}` };
	await edge.db.insert(users).values({ ...account, emailVerifiedAt: new Date() });
	const visitor = createEdgeVisitor(edge);
	visitor.setCookie("session", (await createSession(edge.db, id)).token);
	return { ...visitor, ...account };
}

/** Creates four products of one category, an admin, and a shopper who has paid for an order of each product and so may review it. */
export async function createSoakShop(edge: LocalEdge) {
	const [admin, shopper] = [
		await createSignedInVisitor(edge, "admin"),
		await createSignedInVisitor(edge, "shopper"),
	];
	const productIds = Array.from({ length: 4 }, () => createId());
	for (const [index, id] of productIds.entries()) {
		const name = `Tool ${index}`;
		const priceCents = 1_000 + index;
		await edge.db.insert(products).values({
			id,
			name,
			description: "Words.",
			img,
			category: "lifting",
			priceCents,
			quantity: 100,
			minimum: 10,
		});
		await edge.db.insert(orders).values({
			id: createId(),
			userId: shopper.id,
			productId: id,
			toolName: name,
			toolPriceCents: priceCents,
			quantity: 10,
			name: shopper.name,
			email: shopper.email,
			location: "Bay 4",
			phone: "123",
			paidAt: new Date(),
			transactionId: `pi_${index}`,
		});
	}
	return { admin, shopper, productIds, img };
}

export type SoakShop = Awaited<ReturnType<typeof createSoakShop>>;
