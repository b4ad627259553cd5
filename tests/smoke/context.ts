import Stripe from "stripe";
import { UserError } from "../../scripts/support/user-error.ts";
import type { Clock } from "./clock.ts";
import { createOutboxReader, createTerminalReader, type EmailReader } from "./emails.ts";
import { createVisitor } from "./visitor.ts";

/** The services and settings of the smoke test. A step is skipped if it needs a value that is null. */
export type SmokeContext = {
	/** The shop's origin, without a trailing slash. */
	origin: string;
	/** A client of Stripe in test mode, with the shop's key. */
	stripe: Stripe | null;
	admin: { email: string; password: string } | null;
	/** The email address of the new account. */
	email: string;
	emails: EmailReader;
	clock: Clock;
	/** Requests a public page as a visitor without cookies. */
	fetchPublicPage(path: string): Promise<Response>;
	/** How long to wait for the edge cache. */
	cacheSeconds: number;
	/** Prints why the smoke test is waiting. */
	log(message: string): void;
};

/** The values that differ between a local shop and a deployed one. */
type Services = Pick<SmokeContext, "stripe" | "email" | "emails">;

const isTestKey = (key: string) => /^(?:sk|rk)_test_/.test(key);

/** @throws UserError for a live mode key */
function createStripe(key: string | null): Stripe | null {
	if (key === null) return null;
	if (!isTestKey(key)) {
		throw new UserError("STRIPE_SECRET_KEY is not a Stripe test mode key, so nothing was done.");
	}
	return new Stripe(key);
}

/**
 * Creates the services of a local shop, whose sandbox mocks Stripe and stores the emails.
 * @param stripeKey - the shop's key if it uses Stripe's own test mode (`.dev.vars`), or null
 * @throws UserError for a live mode key
 */
export function createSandboxServices(
	origin: string,
	stripeKey: string | null,
	clock: Clock,
): Services {
	const email = `smoke-${Date.now()}@example.com`;
	const fetchFromSandbox = (input: RequestInfo | URL, init?: RequestInit) => {
		const { pathname, search } = new URL(input instanceof Request ? input.url : input);
		return fetch(`${origin}/__sandbox/stripe${pathname}${search}`, init);
	};
	const sandbox = new Stripe("sk_test_sandbox", {
		httpClient: Stripe.createFetchHttpClient(fetchFromSandbox),
	});
	return {
		email,
		stripe: createStripe(stripeKey) ?? sandbox,
		emails: createOutboxReader(origin, email, clock),
	};
}

/**
 * Creates the services of a deployed shop.
 * @param address - the address that gets the emails; the account's email is this address with a unique suffix after a plus sign
 * @param stripeKey - Stripe's secret key of test mode, or null
 * @throws UserError for a live mode key
 */
export function createDeployedServices(
	address: string,
	stripeKey: string | null,
	clock: Clock,
): Services {
	const [name = "", host = ""] = address.split("@");
	const email = `${name}+smoke${Date.now()}@${host}`;
	return {
		email,
		stripe: createStripe(stripeKey),
		emails: createTerminalReader(email, clock),
	};
}

/** Creates a function that requests public pages, each time as a new visitor without cookies. */
export const createPublicFetch = (origin: string) => (path: string) =>
	createVisitor(origin).fetch(path);
