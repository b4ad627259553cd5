import type { Call } from "#contract/calls/call.ts";
import { type Fixture, type Snapshot, visitors } from "./fixture.ts";

/** The status for each of `visitors`: anonymous, shopper, otherShopper, admin. */
export type Statuses = readonly [number, number, number, number];

/** A variant of a row's request: what differs from the row, and the expected statuses. */
type Variant = {
	path?: (fixture: Fixture) => string;
	body?: (fixture: Fixture) => object;
	statuses: Statuses;
};

export type ContractRow = {
	call: Call;
	/** How specification.md §7 lists the call, if not by its method and path. */
	specCall?: string;
	path: (fixture: Fixture) => string;
	body?: (fixture: Fixture) => object;
	/** Prepares the fixture for the request, for example marks its order as paid. */
	arrange?: (fixture: Fixture) => Promise<Fixture>;
	/** For valid input. */
	statuses: Statuses;
	/** A request with invalid input. Its body is empty by default. */
	invalid?: Variant;
	/** A request for something that does not exist. */
	missing?: Variant;
	/**
	 * The parts of the snapshot that a successful call changes. All others must stay the same.
	 * If set, even to a function that returns {}, each request of the row gets its own fixture.
	 */
	expectedChanges?: (before: Snapshot, fixture: Fixture) => object;
	/** The body of a successful response. Without it, only the schema is checked. */
	expectedBody?: (fixture: Fixture) => object;
};

export const everyone: Statuses = [200, 200, 200, 200];
export const signedInOnly: Statuses = [401, 200, 200, 200];
export const adminOnly: Statuses = [401, 403, 403, 200];
export const ownerOnly: Statuses = [401, 200, 403, 403];
export const ownerOrAdmin: Statuses = [401, 200, 403, 200];
export const notFoundForAccounts: Statuses = [401, 404, 404, 404];
/** Other shoppers get the same response as for an unknown ID. */
export const privateToOwner: Statuses = [401, 200, 404, 403];
export const notFoundForShoppers: Statuses = [401, 404, 404, 403];
export const shopperOnly: Statuses = [401, 200, 200, 403];

/** Returns a copy of `statuses` with `status` in place of each 200. */
export const replaceSuccess = (statuses: Statuses, status: number): Statuses => {
	const [anonymous, shopper, otherShopper, admin] = statuses.map((current) =>
		current === 200 ? status : current,
	);
	return [anonymous ?? 0, shopper ?? 0, otherShopper ?? 0, admin ?? 0];
};

export const unknownId = "000000000000000000000000";

/** Returns the fetch function of the last of `visitors` who may send the row's request. */
export function getAllowedFetch({ statuses }: ContractRow, { shop, accounts }: Fixture) {
	const visitor = visitors[statuses.lastIndexOf(200)] ?? "anonymous";
	return visitor === "anonymous" ? shop.fetch : accounts[visitor].fetchWithToken;
}
