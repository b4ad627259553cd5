import type { Call } from "#contract/calls/call.ts";
import type { Fixture, Look } from "./fixture.ts";

/** What is answered to nobody, to the shopper, to another shopper, to an admin. */
export type Statuses = readonly [number, number, number, number];

/** One kind of request, and what each may expect of it. */
type Attempt = {
	path?: (fixture: Fixture) => string;
	body?: (fixture: Fixture) => object;
	statuses: Statuses;
};

export type Row = {
	call: Call;
	/** The call as specification.md §7 writes it. */
	named: string;
	path: (fixture: Fixture) => string;
	body?: (fixture: Fixture) => object;
	/** Brings the fixture into the state in which the call succeeds. */
	arrange?: (fixture: Fixture) => Promise<Fixture>;
	good: Statuses;
	/** Input that is wrong; by default an empty body. */
	bad?: Attempt;
	/** Something that is not there. */
	missing?: Attempt;
	/** What the database holds after it has succeeded; what is not named must be as it was. */
	effect?: (before: Look, fixture: Fixture) => object;
	/** What it answers, beyond its shape. */
	answers?: (fixture: Fixture) => object;
};

export const everyone: Statuses = [200, 200, 200, 200];
export const adminOnly: Statuses = [401, 403, 403, 200];
export const shopperOnly: Statuses = [401, 200, 200, 403];

/** @returns the statuses where those who get 200 get `status` instead */
export const insteadOf200 = (statuses: Statuses, status: number): Statuses => {
	const [anonymous, shopper, other, admin] = statuses.map((each) => (each === 200 ? status : each));
	return [anonymous ?? 0, shopper ?? 0, other ?? 0, admin ?? 0];
};

export const nowhere = "000000000000000000000000";
