/** One exchange with the API, as `npm test` checks it against Stripe's schema. */
export interface Exchange {
	operation: string;
	/** Whether the key was publishable. */
	browser: boolean;
	/** Parameters as they came in the form encoding. */
	params: unknown;
	status: number;
	body: unknown;
}

const longest = 5000;

/** What was asked and answered: of all exchanges that look the same, the first. */
export class Tape {
	readonly #exchanges = new Map<string, Exchange>();
	readonly #onNew: (exchange: Exchange) => void;

	/** @param onNew called with each exchange that is kept */
	constructor(onNew: (exchange: Exchange) => void = () => undefined) {
		this.#onNew = onNew;
	}

	/** Keeps an exchange if none of its shape was kept before. */
	record({ operation, browser, params, status, body }: Exchange): void {
		const exchange = { operation, browser, params, status, body };
		if (this.#exchanges.size >= longest) return;
		const shape = JSON.stringify(shapeOf(exchange));
		if (this.#exchanges.has(shape)) return;
		this.#exchanges.set(shape, exchange);
		this.#onNew(exchange);
	}

	/** Forgets what is kept. */
	clear(): void {
		this.#exchanges.clear();
	}

	/** Returns what is recorded, in order. */
	exchanges(): Exchange[] {
		return Array.from(this.#exchanges.values());
	}
}

/** Two values have one shape when names, types and words of an enumeration are the same; ids and amounts may differ. */
function shapeOf(value: unknown): unknown {
	if (typeof value === "string") return /^[a-z_.]{0,40}$/.test(value) ? value : "string";
	if (typeof value !== "object" || value === null) return typeof value;
	if (Array.isArray(value))
		return Array.from(new Set(value.map((each) => JSON.stringify(shapeOf(each)))));
	return Object.entries(value).map(([name, inner]) =>
		name === "metadata" ? name : [name, shapeOf(inner)],
	);
}
