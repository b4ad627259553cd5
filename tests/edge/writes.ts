import * as v from "valibot";
import type { Random } from "./random.ts";
import type { SoakedShop } from "./shop.ts";

const inserted = v.object({ insertedId: v.string() });

/** @throws Error where a write is not answered as it should be */
async function expectOk(what: string, asked: Promise<Response>, status = 200): Promise<Response> {
	const answer = await asked;
	if (answer.status !== status) {
		throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
	}
	return answer;
}

/** What admins and shoppers do that public pages show, each by the door that they use. */
export function openWrites({ admin, shopper, tools, img }: SoakedShop, random: Random) {
	const reviews: string[] = [];
	const added: string[] = [];
	const held = new Map<string, { order: string; pieces: number }>();
	const stock = new Map(tools.map((id) => [id, 100]));

	const send = (who: typeof admin, method: string, path: string, body?: unknown) =>
		who.fetch(path, {
			method,
			headers: { "Content-Type": "application/json" },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
	const idOf = async (answer: Response) => v.parse(inserted, await answer.json()).insertedId;

	async function edit() {
		const free = tools.filter((id) => !held.has(id));
		if (free.length === 0) return order();
		const tool = random.of(free);
		const quantity = 50 + random.below(50);
		const words = { decreption: `Words ${random.below(9)}.`, minimum: 10 };
		const body = { ...words, quantity, price: 1 + random.below(99) };
		await expectOk("edit", send(admin, "PUT", `/product/${tool}`, body));
		stock.set(tool, quantity);
	}

	/** All pieces at once: it is out of stock then. */
	async function order() {
		const tool = random.of(tools);
		const before = held.get(tool);
		if (before) {
			await expectOk("cancel", send(shopper, "DELETE", `/orders/${before.order}`));
			held.delete(tool);
			return;
		}
		const pieces = stock.get(tool) ?? 0;
		const where = { location: "Bay 4", phone: "123", email: shopper.email };
		const body = { ...where, toolId: tool, quantity: pieces };
		const answer = await expectOk("order", send(shopper, "POST", "/orders", body));
		held.set(tool, { order: await idOf(answer), pieces });
	}

	async function review() {
		const toolId = tools[random.below(tools.length + 1)];
		const words = {
			review: `Review ${reviews.length}.`,
			ratings: String(1 + random.below(5)),
			img,
		};
		const body = { ...words, ...(toolId && { toolId }) };
		const answer = await expectOk("review", send(shopper, "POST", "/review", body));
		reviews.push(await idOf(answer));
	}

	async function hide() {
		if (reviews.length === 0) return review();
		const task = random.of(["hide", "show"]);
		const body = new URLSearchParams({ review: random.of(reviews), task });
		await expectOk(task, admin.fetch("/dashbord/manageReview", { method: "POST", body }), 303);
	}

	async function forget() {
		if (reviews.length < 3) return review();
		const [id = ""] = reviews.splice(random.below(reviews.length), 1);
		await expectOk("delete a review", send(admin, "DELETE", `/review/${id}`));
	}

	/** In a category of its own, so that no other tool's page shows it. */
	async function add() {
		const [old] = added.length > 2 ? added.splice(0, 1) : [];
		if (old) {
			await expectOk("delete a tool", send(admin, "DELETE", `/products/${old}`));
			return;
		}
		const texts = { name: "Another", decreption: "Words.", img, category: "diagnostics" };
		const body = { ...texts, price: 5, quantity: 50, minimum: 1 };
		added.push(await idOf(await expectOk("add", send(admin, "POST", "/products", body))));
	}

	return { edit, order, review, hide, forget, add };
}
