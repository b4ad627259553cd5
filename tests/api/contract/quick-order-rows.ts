import { quickOrderCalls } from "#contract/calls/quick-order.ts";
import { type ContractRow, invalidForEveryone, okForEveryone } from "./row.ts";

export const quickOrderRows: ContractRow[] = [
	{
		call: quickOrderCalls.checkQuickOrder,
		path: () => "/quick-order/lines",
		body: ({ product: { name } }) => ({
			lines: [{ item: name, quantity: 12 }, { item: name, quantity: 8 }, { item: "zzzz1" }],
		}),
		statuses: okForEveryone,
		invalidCase: { statuses: invalidForEveryone },
		expectedBody: ({ product: { id, name, partNumber } }) => ({
			lines: [
				{
					item: name,
					quantity: 20,
					result: "found",
					message: null,
					tool: { toolId: id, name, partNumber, price: 12.5 },
					total: 250,
					orderable: 20,
					choices: [],
				},
				{
					item: "zzzz1",
					quantity: null,
					result: "not_found",
					message: "No tool has this part number or name. Correct it, or remove the line.",
					tool: null,
					total: null,
					orderable: null,
					choices: [],
				},
			],
		}),
	},
];
