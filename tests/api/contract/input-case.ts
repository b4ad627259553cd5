import type { Call } from "#contract/calls/call.ts";
import type { Fixture } from "./fixture.ts";

/** The records that valid bodies refer to. */
export type NamedRows = {
	product: Pick<Fixture["product"], "id" | "name">;
	order: Pick<Fixture["order"], "id">;
	accounts: { shopper: Pick<Fixture["accounts"]["shopper"], "email"> };
};

export type InputCase = {
	call: Call;
	role: "shopper" | "admin";
	path: (fixture: Fixture) => string;
	/** The fuzzer sends this body too, with some fields replaced. */
	validBody: (rows: NamedRows) => Record<string, unknown>;
	/** By field. The rest of the request is valid. */
	invalidValues: Record<string, unknown[]>;
};
