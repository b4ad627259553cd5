import Stripe from "stripe";
import { UserError } from "../../scripts/support/user-error.ts";
import type { Clock } from "./clock.ts";
import { askForMails, type Mails, readSandboxMails } from "./mails.ts";
import { createVisitor } from "./visitor.ts";

/** What the walk needs beside the shop itself. What is null is not to be had, and what needs it is not checked. */
export type World = {
	/** Of the shop, without a slash at its end. */
	origin: string;
	/** Stripe in test mode, with the shop's own key. */
	stripe: Stripe | null;
	admin: { email: string; password: string } | null;
	/** Address of the new account. */
	email: string;
	mails: Mails;
	clock: Clock;
	/** A public page as a visitor without cookies gets it. */
	look(path: string): Promise<Response>;
	/** How long to wait for the edge's cache. */
	cacheSeconds: number;
	/** Says why nothing seems to happen. */
	tell(words: string): void;
};

/** What differs between a shop of `npm start` and one that is deployed. */
type Services = Pick<World, "stripe" | "email" | "mails">;

const isTestKey = (key: string) => /^(?:sk|rk)_test_/.test(key);

/** @param key of Stripe, null for none @throws UserError for a live key */
function createStripe(key: string | null): Stripe | null {
	if (key === null) return null;
	if (!isTestKey(key)) {
		throw new UserError("STRIPE_SECRET_KEY is no key of Stripe's test mode: nothing was done.");
	}
	return new Stripe(key);
}

/**
 * The services of `npm start`: its sandbox is Stripe and keeps the mails.
 * @param key where the shop uses Stripe's own test mode (`.dev.vars`), the same key @throws UserError for a live key
 */
export function createSandboxServices(origin: string, key: string | null, clock: Clock): Services {
	const email = `smoke-${Date.now()}@example.com`;
	const throughSandbox = (input: RequestInfo | URL, init?: RequestInit) => {
		const { pathname, search } = new URL(input instanceof Request ? input.url : input);
		return fetch(`${origin}/__sandbox/stripe${pathname}${search}`, init);
	};
	const sandbox = new Stripe("sk_test_sandbox", {
		httpClient: Stripe.createFetchHttpClient(throughSandbox),
	});
	return {
		email,
		stripe: createStripe(key) ?? sandbox,
		mails: readSandboxMails(origin, email, clock),
	};
}

/**
 * The services of a deployed shop.
 * @param address of somebody who reads the mails; the account gets one with a part of its own after a plus sign
 * @param key Stripe's secret key of test mode; null for none
 * @throws UserError for a live key
 */
export function createDeployedServices(
	address: string,
	key: string | null,
	clock: Clock,
): Services {
	const [name = "", host = ""] = address.split("@");
	const email = `${name}+smoke${Date.now()}@${host}`;
	return { email, stripe: createStripe(key), mails: askForMails(email, clock) };
}

/** @returns what looks at a public page, each time as a visitor who was never there */
export const lookAt = (origin: string) => (path: string) => createVisitor(origin).fetch(path);
