import type { Env } from "#worker/env.ts";
import type { Order } from "./read.ts";

const defaultHours = 48;

/** Returns how long an unpaid order reserves its pieces, in ms; null if the reservation never ends. */
export function getReservationMs({ UNPAID_ORDER_HOURS }: Env): number | null {
	const hours = Number.parseFloat(UNPAID_ORDER_HOURS ?? `${defaultHours}`);
	if (hours === 0) return null;
	return (hours > 0 && hours < Number.POSITIVE_INFINITY ? hours : defaultHours) * 3_600_000;
}

/** Clears `reservedUntil` while reservations never end: orders that were placed before the setting changed still have it. */
export const withCurrentReservation = <Row extends { reservedUntil: Date | null }>(
	env: Env,
	order: Row,
): Row => (getReservationMs(env) === null ? { ...order, reservedUntil: null } : order);

export function getReservationEnd(env: Env, placedAt: Date): Date | null {
	const ms = getReservationMs(env);
	return ms === null ? null : new Date(placedAt.getTime() + ms);
}

/** Whether a payment link can pay for the order. Not after the reservation has ended, even if the sweep has not canceled the order yet. */
export const isPayableByLink = (
	{ state, reservedUntil }: Pick<Order, "state" | "reservedUntil">,
	now = new Date(),
): boolean => state === "unpaid" && (reservedUntil === null || reservedUntil > now);
