import { deliveryEntries } from "#contract/delivery.ts";
import { checkoutLinesMax } from "#contract/limits.ts";

type DraftLine = { productId: string; quantity: number };

/**
 * The part of a new order that is in the URL, so that its steps work without JavaScript and Back undoes a step. `customer` is the id
 * of an account, "new", or "" before one is chosen. `find` searches for customers, and `q` for tools.
 */
export type OrderDraft = { customer: string; find: string; q: string; lines: DraftLine[] };

const toQuantity = (text: string | null): number => {
	const quantity = Number(text);
	return Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 0;
};

export function readDraft(params: URLSearchParams): OrderDraft {
	const lines = new Map<string, number>();
	for (const line of params.getAll("line")) {
		const [productId = "", quantity = ""] = line.split(":");
		if (/^\w{1,128}$/.test(productId)) lines.set(productId, toQuantity(quantity));
	}
	return {
		customer: params.get("customer") ?? "",
		find: params.get("find")?.trim() ?? "",
		q: params.get("q")?.trim() ?? "",
		lines: [...lines]
			.map(([productId, quantity]) => ({ productId, quantity }))
			.slice(0, checkoutLinesMax),
	};
}

/**
 * Applies `add` and `quantity`, the fields of the form that adds a tool or changes its quantity.
 * @returns the new draft; null without `add`
 */
export function withAddedLine(draft: OrderDraft, params: URLSearchParams): OrderDraft | null {
	const productId = params.get("add");
	if (!productId) return null;
	const quantity = toQuantity(params.get("quantity"));
	const isListed = draft.lines.some((line) => line.productId === productId);
	const lines = isListed
		? draft.lines.map((line) => (line.productId === productId ? { productId, quantity } : line))
		: [...draft.lines, { productId, quantity }];
	return { ...draft, q: "", lines };
}

/** Returns the hidden fields that pass the draft on with a form. */
export function toDraftFields(draft: Partial<OrderDraft>): [string, string][] {
	const { customer = "", find = "", q = "", lines = [] } = draft;
	const lineTexts = lines.map(({ productId, quantity }) => `${productId}:${quantity}`);
	const fields: [string, string][] = [
		["customer", customer],
		["find", find],
		["q", q],
		...lineTexts.map((text): [string, string] => ["line", text]),
	];
	return fields.filter(([, value]) => value !== "");
}

export const newOrderPath = (draft: Partial<OrderDraft>): string =>
	`/dashbord/new-order?${new URLSearchParams(toDraftFields(draft))}`;

const submittedFieldNames: string[] = [
	"email",
	"name",
	"idempotencyKey",
	...deliveryEntries.map(([name]) => name),
];

/** The customer and delivery fields that the form submitted. They are kept out of URLs, which logs and the browser's history store. */
export type SubmittedFields = Record<string, string>;

export const readSubmittedFields = (
	form: Iterable<[string, FormDataEntryValue]>,
): SubmittedFields =>
	Object.fromEntries(
		[...form].flatMap(([name, value]) =>
			submittedFieldNames.includes(name) && typeof value === "string" ? [[name, value]] : [],
		),
	);

/** Applies the fields of a submitted form to the draft in the URL. */
export function changeDraft(url: URL, form: FormData): OrderDraft {
	const params = new URLSearchParams(url.searchParams);
	for (const name of ["add", "quantity", "q"]) {
		const value = form.get(name);
		if (typeof value === "string") params.set(name, value);
	}
	const draft = readDraft(params);
	return withAddedLine(draft, params) ?? draft;
}
