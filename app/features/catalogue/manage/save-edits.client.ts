// Only browsers save the edits of the table, so this is not in the Worker.
import { hasMessage } from "#app/lib/has-message.ts";
import { unavailable } from "#contract/error-table/requests.ts";
import { offlineMessage, signedOutMessage } from "#contract/loading-messages.ts";
import { centsFromDollars, dollarsFromCents } from "#contract/money.ts";
import type { FieldIssue } from "#contract/parse.ts";
import type { EditReason } from "#contract/stock.ts";
import type { ProductRow } from "#worker/shop/catalogue/product-table.ts";
import { type Drafts, isChanged, parseStock } from "./edits.ts";

/** One of the `changes` in the body of `PATCH /products`. */
export type Change = {
	id: string;
	/** Identifies the last edit of the product that this page knows, usually by its idempotency key. Null if there was none. */
	editKey: string | null;
	price?: number;
	quantity?: number;
	expectedQuantity?: number;
	reason?: EditReason;
};

export type PreparedChanges = {
	changes: Change[];
	/**
	 * Returns the changes that undo `changes`. The undo is rejected if a product has been edited since.
	 * @param editKey - the idempotency key with which `changes` were saved
	 */
	createUndo: (editKey: string) => Change[];
};

/** Converts valid drafts to the changes to save. */
export function prepareChanges(drafts: Drafts): PreparedChanges {
	const pairs = [...drafts.values()].flatMap((draft) => {
		const { base, texts } = draft;
		const change: Change = { id: base.id, editKey: base.editKey };
		const inverse: Change = { ...change };
		if (isChanged(draft, "price")) {
			change.price = dollarsFromCents(centsFromDollars(texts.price ?? "") ?? 0);
			inverse.price = dollarsFromCents(base.priceCents);
		}
		const stock = isChanged(draft, "stock") ? parseStock(texts.stock ?? "", base) : null;
		if (stock) {
			Object.assign(change, { ...stock, expectedQuantity: base.quantity });
			Object.assign(inverse, { quantity: base.quantity, expectedQuantity: stock.quantity });
		}
		const isEmpty = change.price === undefined && change.quantity === undefined;
		return isEmpty ? [] : [{ change, inverse }];
	});
	return {
		changes: pairs.map(({ change }) => change),
		createUndo: (editKey) => pairs.map(({ inverse }) => ({ ...inverse, editKey })),
	};
}

/** If someone else has edited a product, bases its draft on the row that the page shows now. */
export const rebase = (drafts: Drafts, shownRows: ReadonlyMap<string, ProductRow>): Drafts =>
	new Map(
		[...drafts].map(([id, draft]) => {
			const row = shownRows.get(id);
			return [id, row && row.editKey !== draft.base.editKey ? { ...draft, base: row } : draft];
		}),
	);

/** The body and the idempotency key of `PATCH /products`. */
export type SaveRequest = { body: string; key: string };

/** `mayHaveBeenSaved` is true if the server failed or did not respond. */
type Rejection = {
	message: string;
	issues: FieldIssue[];
	mayHaveBeenSaved: boolean;
	isSignedOut: boolean;
};

const isIssue = (value: unknown): value is FieldIssue =>
	hasMessage(value) && "field" in value && typeof value.field === "string";

function readRejection(body: unknown): Pick<Rejection, "message" | "issues"> {
	const issues = body instanceof Object && "issues" in body ? body.issues : [];
	return {
		message: hasMessage(body) ? body.message : unavailable.message,
		issues: Array.isArray(issues) ? issues.filter(isIssue) : [],
	};
}

/** Returns null if the changes are saved. */
export async function sendEdits({ body, key }: SaveRequest): Promise<Rejection | null> {
	const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
	try {
		const response = await fetch("/products", { method: "PATCH", headers, body });
		const responseBody: unknown = await response.json().catch(() => null);
		if (response.ok && responseBody !== null) return null;
		// A success without JSON is not the shop's response.
		const mayHaveBeenSaved = response.ok || response.status >= 500;
		const isSignedOut = response.status === 401;
		const rejection = readRejection(responseBody);
		const message = isSignedOut ? signedOutMessage : rejection.message;
		return { ...rejection, message, mayHaveBeenSaved, isSignedOut };
	} catch {
		return { message: offlineMessage, issues: [], mayHaveBeenSaved: true, isSignedOut: false };
	}
}

/** Keyed by "<product id>.<field>". */
export type Errors = ReadonlyMap<string, string>;

export function toCellErrors({ issues }: Rejection, changes: Change[]): Errors {
	const errors = new Map<string, string>();
	for (const { field, message } of issues) {
		const [index, name] = field.replace(/^changes\./, "").split(".");
		const id = changes[Number(index)]?.id;
		if (id) errors.set(`${id}.${name === "price" ? name : "stock"}`, message);
	}
	return errors;
}
