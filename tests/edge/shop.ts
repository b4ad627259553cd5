import { createSession } from "#worker/auth/sessions.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products, users } from "#worker/db/schema.ts";
import { createEdgeVisitor } from "../support/edge/visitor.ts";
import type { EdgeWorld } from "../support/edge/world.ts";

const img = "/pictures/pliers-800.webp";

/** Signs an account in that is there from the beginning. */
async function signIn(world: EdgeWorld, role: "admin" | "shopper") {
	const id = createId();
	const account = { id, role, email: `${id}@example.com`, name: `Name ${id}` };
	await world.db.insert(users).values({ ...account, emailVerifiedAt: new Date() });
	const visitor = createEdgeVisitor(world);
	visitor.keep("session", (await createSession(world.db, id)).token);
	return { ...visitor, ...account };
}

/** Four tools of one category, an admin, and a shopper who has paid an order of each and may review them. */
export async function createSoakShop(world: EdgeWorld) {
	const [admin, shopper] = [await signIn(world, "admin"), await signIn(world, "shopper")];
	const tools = Array.from({ length: 4 }, () => createId());
	for (const [index, id] of tools.entries()) {
		const numbers = { priceCents: 1_000 + index, quantity: 100, minimum: 10 };
		const texts = {
			name: `Tool ${index}`,
			description: "Words.",
			img,
			category: "lifting",
		} as const;
		await world.db.insert(products).values({ id, ...numbers, ...texts });
		await world.db.insert(orders).values({
			id: createId(),
			userId: shopper.id,
			productId: id,
			toolName: texts.name,
			toolPriceCents: numbers.priceCents,
			quantity: 10,
			name: shopper.name,
			email: shopper.email,
			location: "Bay 4",
			phone: "123",
			paidAt: new Date(),
			transactionId: `pi_${index}`,
		});
	}
	return { admin, shopper, tools, img };
}

export type SoakShop = Awaited<ReturnType<typeof createSoakShop>>;
