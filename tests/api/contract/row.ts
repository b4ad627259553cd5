import type { Call } from "#contract/calls/call.ts";
import { type Fixture, type Snapshot, type Visitor, visitors } from "./fixture.ts";

/** The status of the response to each visitor. */
type Statuses = Readonly<Record<Visitor, number>>;

/** A variant of a row's request: the parts that differ from the row, and the expected statuses. */
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
	invalidCase?: Variant;
	/** A request for something that does not exist. */
	missingCase?: Variant;
	/** The parts of the snapshot that a successful call changes. All others must stay the same. */
	expectedChanges?: (before: Snapshot, fixture: Fixture) => object;
	/** For a call that succeeds only once per fixture, although it changes nothing in the snapshot. */
	needsOwnFixture?: true;
	/** The body of a successful response. Without it, only the schema is checked. */
	expectedBody?: (fixture: Fixture) => object;
};

/** Returns whether each successful request of a row changes its fixture and so needs its own. */
export const hasOwnFixtures = ({ expectedChanges, needsOwnFixture }: ContractRow): boolean =>
	expectedChanges !== undefined || needsOwnFixture === true;

const nameStatuses = (
	anonymous: number,
	shopper: number,
	otherShopper: number,
	admin: number,
): Statuses => ({ anonymous, shopper, otherShopper, admin });

export const okForEveryone = nameStatuses(200, 200, 200, 200);
export const signedInOnly = nameStatuses(401, 200, 200, 200);
export const adminOnly = nameStatuses(401, 403, 403, 200);
export const shopperOnly = nameStatuses(401, 200, 200, 403);
export const ownerOnly = nameStatuses(401, 200, 403, 403);
export const ownerOrAdmin = nameStatuses(401, 200, 403, 200);
/** Other shoppers get the same response as for an unknown ID, and admins may not make the call. */
export const privateToOwner = nameStatuses(401, 200, 404, 403);
/** All others get the same response as for an unknown ID. */
export const hiddenFromOthers = nameStatuses(401, 200, 404, 404);
export const forbiddenForAccounts = nameStatuses(401, 403, 403, 403);

/** Returns a copy of `statuses` with `status` in place of each 200. */
export function replaceSuccess(statuses: Statuses, status: number): Statuses {
	const { anonymous, shopper, otherShopper, admin } = statuses;
	const replace = (current: number) => (current === 200 ? status : current);
	return nameStatuses(replace(anonymous), replace(shopper), replace(otherShopper), replace(admin));
}

export const invalidForEveryone = replaceSuccess(okForEveryone, 400);
export const invalidForAccounts = replaceSuccess(signedInOnly, 400);
export const invalidForShoppers = replaceSuccess(shopperOnly, 400);
export const invalidForAdmins = replaceSuccess(adminOnly, 400);
export const notFoundForEveryone = replaceSuccess(okForEveryone, 404);
export const notFoundForShoppers = replaceSuccess(shopperOnly, 404);
export const notFoundForAdmins = replaceSuccess(adminOnly, 404);
export const notFoundForAccounts = replaceSuccess(signedInOnly, 404);

/** The body of the response to a call that changes one record. */
export const updateResponse = { acknowledged: true, matchedCount: 1, modifiedCount: 1 };

export const unknownId = "000000000000000000000000";

/** Returns the fetch function of a visitor who may send the row's request. */
export function getAllowedFetch({ statuses }: ContractRow, { shop, accounts }: Fixture) {
	const visitor = visitors.findLast((name) => statuses[name] === 200) ?? "anonymous";
	return visitor === "anonymous" ? shop.fetch : accounts[visitor].fetchWithToken;
}
