import { createSession } from "#worker/auth/sessions.ts";
import { createId } from "#worker/auth/tokens.ts";
import { users } from "#worker/db/schema.ts";
import { type OpenShop, randomAddress, visitorOf } from "./shop.ts";

type Buyer = { email: string; fetch: ReturnType<typeof visitorOf> };

async function createBuyer(shop: OpenShop): Promise<Buyer> {
	const id = createId();
	const email = `${id}@example.com`;
	await shop.db.insert(users).values({ id, email, name: `Buyer ${id}` });
	const { token } = await createSession(shop.db, id);
	return {
		email,
		fetch: visitorOf(shop.url, {
			"CF-Connecting-IP": randomAddress(),
			Cookie: `session=${token}`,
			Origin: shop.url,
		}),
	};
}

/** @returns so many signed-in shoppers, each with an account and a browser of their own */
export async function createCrowd(shop: OpenShop, count: number): Promise<Buyer[]> {
	const buyers: Buyer[] = [];
	for (let done = 0; done < count; done += 20) {
		const some = Array.from({ length: Math.min(20, count - done) }, () => createBuyer(shop));
		buyers.push(...(await Promise.all(some)));
	}
	return buyers;
}
