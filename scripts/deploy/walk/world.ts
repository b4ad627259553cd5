import { createInterface } from "node:readline/promises";
import Stripe from "stripe";
import * as v from "valibot";
import { Refusal } from "../../support/refusal.ts";
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
	/** @returns the text of the mail that was sent to the new account; null where nobody can read it */
	readMail: (subject: RegExp) => Promise<string | null>;
};

const outboxSchema = v.array(v.object({ to: v.string(), subject: v.string(), text: v.string() }));
const isTestKey = (key: string) => /^(?:sk|rk)_test_/.test(key);

/** Milliseconds that a mail may take. */
const longestMailMs = 15_000;

/** @returns what `find` gives, asked again until it gives something; null after `ms` */
export async function poll<Result>(
	ms: number,
	find: () => Promise<Result | null>,
): Promise<Result | null> {
	const deadline = Date.now() + ms;
	for (;;) {
		const found = await find();
		if (found !== null || Date.now() > deadline) return found;
		await new Promise((resume) => setTimeout(resume, 250));
	}
}

/** The world of `npm start`: the sandbox is Stripe, and keeps the mails. */
export function openSandbox(origin: string): Pick<World, "stripe" | "email" | "readMail"> {
	const { fetch: ask } = createVisitor(origin);
	const email = `smoke-${Date.now()}@example.com`;
	const throughSandbox = (input: RequestInfo | URL, init?: RequestInit) => {
		const { pathname, search } = new URL(input instanceof Request ? input.url : input);
		return fetch(`${origin}/__sandbox/stripe${pathname}${search}`, init);
	};
	return {
		email,
		stripe: new Stripe("sk_test_sandbox", {
			httpClient: Stripe.createFetchHttpClient(throughSandbox),
		}),
		readMail: (subject) =>
			poll(longestMailMs, async () => {
				const answer = await ask("/__sandbox/mail.json");
				const mails = v.parse(outboxSchema, await answer.json());
				return mails.find((mail) => mail.to === email && subject.test(mail.subject))?.text ?? null;
			}),
	};
}

/** The person at the keyboard reads the mail. @returns null where nobody is there, or nothing was pasted */
async function askPerson(email: string, subject: RegExp): Promise<string | null> {
	if (!process.stdin.isTTY) return null;
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	const question = `Paste the link of the mail to ${email} (${subject.source}), or press Enter: `;
	const text = await terminal.question(question);
	terminal.close();
	return text.trim() || null;
}

/**
 * The world of a deployed shop.
 * @param address of somebody who reads the mails; the account gets one with a part of its own after a plus sign
 * @param key Stripe's secret key of test mode; null for none
 * @throws Refusal for a live key
 */
export function openDeployed(
	address: string,
	key: string | null,
): Pick<World, "stripe" | "email" | "readMail"> {
	if (key !== null && !isTestKey(key)) {
		throw new Refusal("STRIPE_SECRET_KEY is no key of Stripe's test mode: nothing was done.");
	}
	const [name = "", host = ""] = address.split("@");
	const email = `${name}+smoke${Date.now()}@${host}`;
	return {
		email,
		stripe: key === null ? null : new Stripe(key),
		readMail: (subject) => askPerson(email, subject),
	};
}
