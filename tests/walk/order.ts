import * as v from "valibot";
import { productAnswer } from "#contract/calls/products.ts";
import { read } from "./answers.ts";
import type { Bought } from "./pay.ts";
import { Unchecked } from "./steps.ts";
import { asJson, createVisitor, type Visitor } from "./visitor.ts";

/** The least that Stripe takes, in dollars: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const leastDollars = 0.5;

/** @returns the tool whose smallest order costs least @throws Unchecked where none can be ordered */
async function findTool(origin: string): Promise<Bought["tool"]> {
	const tools = await read(v.array(productAnswer), createVisitor(origin).fetch("/products"));
	const [tool] = tools
		.filter(
			({ quantity, minimum, price }) => quantity >= minimum && price * minimum >= leastDollars,
		)
		.sort((one, other) => one.price * one.minimum - other.price * other.minimum);
	if (!tool) throw new Unchecked("the shop has no tool in stock");
	const { _id: id, name, img, minimum: pieces, price } = tool;
	return { id, name, img, pieces, dollars: Math.round(price * 100 * pieces) / 100 };
}

export const insertedSchema = v.object({ insertedId: v.string() });

/** Orders as few pieces as possible of the cheapest tool. @throws Unchecked where none can be ordered */
export async function order(origin: string, shopper: Visitor, email: string): Promise<Bought> {
	const tool = await findTool(origin);
	const form = {
		toolId: tool.id,
		email,
		quantity: tool.pieces,
		location: "Smoke test",
		phone: "1",
	};
	const { insertedId } = await read(insertedSchema, shopper.fetch("/orders", asJson(form)));
	return { tool, order: insertedId };
}
