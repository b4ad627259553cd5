/**
 * A request to the simulated Stripe API and its response, or a webhook delivery. After all tests, `npm test` checks the exchanges against
 * Stripe's schema.
 */
export interface Exchange {
	operation: string;
	/** Whether the request had a publishable key. */
	isFromBrowser: boolean;
	/** The parameters, before validation. */
	params: unknown;
	status: number;
	body: unknown;
}

const maxExchanges = 5000;

/** Records one exchange of each shape (see `getShape`), so that the recording stays small. */
export class HttpExchangeRecorder {
	readonly #exchanges = new Map<string, Exchange>();
	readonly #onNew: (exchange: Exchange) => void;

	/** @param onNew - called with each exchange that has a new shape */
	constructor(onNew: (exchange: Exchange) => void = () => undefined) {
		this.#onNew = onNew;
	}

	record({ operation, isFromBrowser, params, status, body }: Exchange): void {
		const exchange = { operation, isFromBrowser, params, status, body };
		if (this.#exchanges.size >= maxExchanges) return;
		const shape = JSON.stringify(getShape(exchange));
		if (this.#exchanges.has(shape)) return;
		this.#exchanges.set(shape, exchange);
		this.#onNew(exchange);
	}

	clear(): void {
		this.#exchanges.clear();
	}

	list(): Exchange[] {
		return Array.from(this.#exchanges.values());
	}
}

/** Reduces a value to field names, types and enumeration values, so that exchanges that differ only in ids or amounts have the same shape. */
function getShape(value: unknown): unknown {
	if (typeof value === "string") return /^[a-z_.]{0,40}$/.test(value) ? value : "string";
	if (typeof value !== "object" || value === null) return typeof value;
	if (Array.isArray(value))
		return Array.from(new Set(value.map((item) => JSON.stringify(getShape(item)))));
	return Object.entries(value).map(([name, inner]) =>
		name === "metadata" ? name : [name, getShape(inner)],
	);
}
