import { ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import type { Shop } from "#worker/shop/context.ts";
import type { LocalShop } from "../support/local-shop.ts";
import type { LocalStripe } from "../support/local-stripe.ts";

/** Called before each round trip to the database and each call to Stripe, with what is asked. */
export type Gate = (asked: string[]) => Promise<void> | void;

/** @returns the local shop with the local Stripe bound to it, each of its round trips through `gate` */
export function createShop(
	local: LocalShop,
	stripe: LocalStripe,
	account: Account | null,
	gate: Gate,
): Shop {
	const shop = local.createShopFor(account, gate);
	const SANDBOX = stripe.createBinding(gate);
	const env = new Proxy(shop.env, {
		get: (target, name, receiver) =>
			name === "SANDBOX" ? SANDBOX : Reflect.get(target, name, receiver),
	});
	return { ...shop, env };
}

/** @returns whether it was done; a refusal is a fair outcome, anything else thrown is a bug */
export async function attempt(work: Promise<unknown>): Promise<boolean> {
	try {
		await work;
		return true;
	} catch (error) {
		if (error instanceof ShopError) return false;
		throw error;
	}
}

/**
 * A process that is killed before its round trip number `point` (from 0): whatever it waits for never comes.
 * @returns the gate, and `over`, which ends when the work or the process does
 */
export function killAt(point: number, gate: Gate) {
	let trips = 0;
	let kill = () => {};
	const killed = new Promise<"killed">((resolve) => {
		kill = () => resolve("killed");
	});
	return {
		gate: async (asked: string[]) => {
			if (trips++ < point) return gate(asked);
			kill();
			await new Promise(() => {});
		},
		over: <Result>(work: Promise<Result>) => Promise.race([work, killed]),
	};
}
