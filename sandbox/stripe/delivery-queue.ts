/** One delivery of one event to the shop. Times are milliseconds since 1970. */
export interface Delivery {
	id: number;
	event: string;
	attempts: number;
}

/** A delivery as the ledger shows it; `status` is the shop's last answer, 0 when none came. */
export interface DeliveryRecord extends Delivery {
	state: string;
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
 * Ms from one attempt to the next: like Stripe's in live mode, "up to three days with an exponential back off"
 * (docs.stripe.com/webhooks#automatic-retries); the single pauses Stripe does not publish.
 */
const pauses = [
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

/** Webhooks that are pending, sent or held, on disk. */
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

	/** Sends again what a killed process was sending. */
	resume(): void {
		this.#sql.exec("UPDATE deliveries SET state = 'waiting' WHERE state = 'sending'");
	}

	/** Adds a delivery, due at a time; held and dropped ones never come due. */
	add(
		event: string,
		order: string | null,
		state: "waiting" | "sending" | "held" | "dropped",
		due: number,
	): Delivery {
		const row = this.#sql
			.exec<Row>(
				`INSERT INTO deliveries (event, orderId, state, due) VALUES (?, ?, ?, ?)
				RETURNING id, event, attempts`,
				event,
				order,
				state,
				due,
			)
			.one();
		return row;
	}

	/** Takes what is due by `now`, oldest first, and marks it as being sent. */
	claim(now: number): Delivery[] {
		return this.#take("state = 'waiting' AND due <= ?", now);
	}

	/** Takes what is held, of one order or of all, oldest first. */
	claimHeld(order: string | null): Delivery[] {
		return this.#take("state = 'held' AND (?1 IS NULL OR orderId = ?1)", order);
	}

	/** Notes the shop's answer; anything but 2xx is tried again, ten times in all over almost three days. */
	settle(delivery: Delivery, status: number, now: number): void {
		const attempts = delivery.attempts + 1;
		const ok = status >= 200 && status < 300;
		const pause = pauses[attempts - 1];
		const state = ok ? "done" : pause === undefined ? "failed" : "waiting";
		this.#sql.exec(
			"UPDATE deliveries SET state = ?, attempts = ?, status = ?, due = ? WHERE id = ?",
			state,
			attempts,
			status,
			now + (pause ?? 0),
			delivery.id,
		);
	}

	/** Returns when the next delivery is due, or null when none waits. */
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

	#take(condition: string, binding: number | string | null): Delivery[] {
		return this.#sql
			.exec<Row>(
				`UPDATE deliveries SET state = 'sending' WHERE ${condition} RETURNING id, event, attempts`,
				binding,
			)
			.toArray()
			.sort((one, other) => one.id - other.id);
	}
}
