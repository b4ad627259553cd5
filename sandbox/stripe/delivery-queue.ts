/** A delivery of an event to the shop. */
export interface Delivery {
	id: number;
	/** Id of the event. */
	event: string;
	attempts: number;
}

export interface DeliveryRecord extends Delivery {
	state: string;
	/** HTTP status of the latest response; 0 if there was no response, null before the first attempt. */
	status: number | null;
}

type Row = { id: number; event: string; attempts: number };

const tables = `
CREATE TABLE IF NOT EXISTS deliveries (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	event TEXT NOT NULL,
	orderId TEXT,
	state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'held', 'dropped', 'done', 'failed')),
	due INTEGER NOT NULL,
	attempts INTEGER NOT NULL DEFAULT 0,
	status INTEGER
);
CREATE INDEX IF NOT EXISTS deliveries_by_due ON deliveries (state, due);
CREATE INDEX IF NOT EXISTS deliveries_by_event ON deliveries (event);`;

const minute = 60_000;
const hour = 60 * minute;
/**
 * Delays in ms between attempts. In live mode, Stripe retries for "up to three days with an exponential back off"
 * (docs.stripe.com/webhooks#automatic-retries). It does not publish the delays.
 */
const retryDelays = [
	5 * minute,
	30 * minute,
	2 * hour,
	5 * hour,
	10 * hour,
	12 * hour,
	12 * hour,
	12 * hour,
	12 * hour,
];

/** Stores the deliveries of webhooks in SQLite. Times are ms since 1970. */
export class DeliveryQueue {
	readonly #sql: SqlStorage;

	constructor(sql: SqlStorage) {
		this.#sql = sql;
		sql.exec(tables);
	}

	/** Deletes every delivery. */
	clear(): void {
		this.#sql.exec("DELETE FROM deliveries");
	}

	/** Makes the deliveries due again that a killed process was sending. */
	resume(): void {
		this.#sql.exec("UPDATE deliveries SET state = 'waiting' WHERE state = 'sending'");
	}

	/** Adds a delivery. It becomes due at `due` only if its state is `waiting`. */
	add(
		event: string,
		orderId: string | null,
		state: "waiting" | "sending" | "held" | "dropped",
		due: number,
	): Delivery {
		return this.#sql
			.exec<Row>(
				`INSERT INTO deliveries (event, orderId, state, due) VALUES (?, ?, ?, ?)
				RETURNING id, event, attempts`,
				event,
				orderId,
				state,
				due,
			)
			.one();
	}

	/** Marks the due deliveries as being sent and returns them, oldest first. */
	claim(now: number): Delivery[] {
		return this.#claim("state = 'waiting' AND due <= ?", now);
	}

	/** Marks the held deliveries of an order, or of all orders, as being sent and returns them, oldest first. */
	claimHeld(orderId: string | null): Delivery[] {
		return this.#claim("state = 'held' AND (?1 IS NULL OR orderId = ?1)", orderId);
	}

	/** Records the status of an attempt. If it is not 2xx, schedules a retry; after ten attempts, the delivery has failed. */
	recordAttempt(delivery: Delivery, status: number, now: number): void {
		const attempts = delivery.attempts + 1;
		const isOk = status >= 200 && status < 300;
		const retryDelay = retryDelays[attempts - 1];
		const state = isOk ? "done" : retryDelay === undefined ? "failed" : "waiting";
		this.#sql.exec(
			"UPDATE deliveries SET state = ?, attempts = ?, status = ?, due = ? WHERE id = ?",
			state,
			attempts,
			status,
			now + (retryDelay ?? 0),
			delivery.id,
		);
	}

	/** Returns when the next delivery is due, or null if there is none. */
	nextDue(): number | null {
		return this.#sql
			.exec<{ due: number | null }>(
				"SELECT MIN(due) AS due FROM deliveries WHERE state = 'waiting'",
			)
			.one().due;
	}

	/** Lists the deliveries of an event, oldest first. */
	ofEvent(event: string): DeliveryRecord[] {
		return this.#sql
			.exec<Row & { state: string; status: number | null }>(
				"SELECT id, event, attempts, state, status FROM deliveries WHERE event = ? ORDER BY id",
				event,
			)
			.toArray();
	}

	#claim(condition: string, binding: number | string | null): Delivery[] {
		return this.#sql
			.exec<Row>(
				`UPDATE deliveries SET state = 'sending' WHERE ${condition} RETURNING id, event, attempts`,
				binding,
			)
			.toArray()
			.sort((a, b) => a.id - b.id);
	}
}
