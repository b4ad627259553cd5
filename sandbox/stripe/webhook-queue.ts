/** A delivery of an event to the shop. */
export type Delivery = {
	id: number;
	eventId: string;
	attempts: number;
};

export type DeliveryRecord = Delivery & {
	/** One of the states in `schemaSql`. */
	state: string;
	/** HTTP status of the latest response; 0 if there was no response, null before the first attempt. */
	status: number | null;
};

/**
 * `held`: not sent until a test asks for it (`claimHeld`). `dropped`: never sent, like a webhook that got lost. `done` and `failed`: no further
 * attempt follows.
 */
const schemaSql = `
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

const deliveryColumns = "id, event AS eventId, attempts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/**
 * Delays between attempts. In live mode, Stripe retries for "up to three days with an exponential back off"
 * (docs.stripe.com/webhooks#automatic-retries). It does not publish the delays.
 */
const retryDelaysMs = [
	5 * minuteMs,
	30 * minuteMs,
	2 * hourMs,
	5 * hourMs,
	10 * hourMs,
	12 * hourMs,
	12 * hourMs,
	12 * hourMs,
	12 * hourMs,
];

/** Stores the deliveries of webhooks in SQLite. Times are ms since 1970. */
export class WebhookQueue {
	readonly #sql: SqlStorage;

	constructor(sql: SqlStorage) {
		this.#sql = sql;
		sql.exec(schemaSql);
	}

	clear(): void {
		this.#sql.exec("DELETE FROM deliveries");
	}

	/** Requeues the deliveries that a killed process left in the state `sending`. */
	requeueInterrupted(): void {
		this.#sql.exec("UPDATE deliveries SET state = 'waiting' WHERE state = 'sending'");
	}

	/** Adds a delivery. If its state is `waiting`, it is sent at `dueMs`. */
	add(
		eventId: string,
		orderId: string | null,
		state: "waiting" | "sending" | "held" | "dropped",
		dueMs: number,
	): Delivery {
		return this.#sql
			.exec<Delivery>(
				`INSERT INTO deliveries (event, orderId, state, due) VALUES (?, ?, ?, ?)
				RETURNING ${deliveryColumns}`,
				eventId,
				orderId,
				state,
				dueMs,
			)
			.one();
	}

	/** Marks the due deliveries as being sent and returns them, oldest first. */
	claimDue(nowMs: number): Delivery[] {
		return this.#claim("state = 'waiting' AND due <= ?", nowMs);
	}

	/** Marks the held deliveries of an order, or of all orders, as being sent and returns them, oldest first. */
	claimHeld(orderId: string | null): Delivery[] {
		return this.#claim("state = 'held' AND (?1 IS NULL OR orderId = ?1)", orderId);
	}

	/** Records the status of an attempt. If it is not 2xx, schedules a retry, or marks the delivery as failed after ten attempts. */
	recordAttempt(delivery: Delivery, status: number, nowMs: number): void {
		const attempts = delivery.attempts + 1;
		const isOk = status >= 200 && status < 300;
		const retryDelayMs = isOk ? undefined : retryDelaysMs[attempts - 1];
		const finalState = isOk ? "done" : "failed";
		const state = retryDelayMs === undefined ? finalState : "waiting";
		this.#sql.exec(
			"UPDATE deliveries SET state = ?, attempts = ?, status = ?, due = ? WHERE id = ?",
			state,
			attempts,
			status,
			nowMs + (retryDelayMs ?? 0),
			delivery.id,
		);
	}

	/** Returns when the next delivery is due, or null if there is none. */
	getNextDueMs(): number | null {
		return this.#sql
			.exec<{ due: number | null }>(
				"SELECT MIN(due) AS due FROM deliveries WHERE state = 'waiting'",
			)
			.one().due;
	}

	/** Lists the deliveries of an event, oldest first. */
	listByEvent(eventId: string): DeliveryRecord[] {
		return this.#sql
			.exec<DeliveryRecord>(
				`SELECT ${deliveryColumns}, state, status FROM deliveries WHERE event = ? ORDER BY id`,
				eventId,
			)
			.toArray();
	}

	#claim(condition: string, binding: number | string | null): Delivery[] {
		return this.#sql
			.exec<Delivery>(
				`UPDATE deliveries SET state = 'sending' WHERE ${condition} RETURNING ${deliveryColumns}`,
				binding,
			)
			.toArray()
			.sort((a, b) => a.id - b.id);
	}
}
