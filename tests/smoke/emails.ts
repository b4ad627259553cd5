import { createInterface } from "node:readline/promises";
import * as v from "valibot";
import { type Clock, pollUntil } from "./clock.ts";
import { createVisitor } from "./visitor.ts";

/** Reads the emails to the new account. */
export type EmailReader = {
	/** @returns the text of the verification email, or its link; null if it cannot be read */
	readVerification(): Promise<string | null>;
	/** @returns whether the receipt has arrived; null if that is unknown */
	hasReceipt(orderNumber: string): Promise<boolean | null>;
};

const outboxSchema = v.array(v.object({ to: v.string(), subject: v.string(), text: v.string() }));

/** How long an email may take. */
const maxEmailMs = 15_000;

/** Reads the emails in the sandbox's outbox. */
export function createOutboxReader(origin: string, email: string, clock: Clock): EmailReader {
	const { fetch: fetchFromShop } = createVisitor(origin);
	async function findText(matches: (subject: string) => boolean): Promise<string | null> {
		let text: string | null = null;
		await pollUntil(clock, maxEmailMs, async () => {
			const response = await fetchFromShop("/__sandbox/email.json");
			const emails = v.parse(outboxSchema, await response.json());
			text = emails.find(({ to, subject }) => to === email && matches(subject))?.text ?? null;
			return text !== null;
		});
		return text;
	}
	return {
		readVerification: () => findText((subject) => subject.startsWith("Verify")),
		hasReceipt: async (orderNumber) => {
			const isReceipt = (subject: string) =>
				subject.startsWith(`Receipt for order ${orderNumber}:`);
			return (await findText(isReceipt)) !== null;
		},
	};
}

/** @returns the input from the terminal; "" if there is no terminal or the smoke test is stopped */
async function ask(question: string, stop: AbortSignal): Promise<string> {
	if (!process.stdin.isTTY) return "";
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		return (await terminal.question(question, { signal: stop })).trim();
	} catch {
		return "";
	} finally {
		terminal.close();
	}
}

/** Asks the person at the terminal about the emails of a deployed shop. */
export const createTerminalReader = (email: string, { stop }: Clock): EmailReader => ({
	readVerification: async () =>
		(await ask(
			`The shop has sent an email to ${email}. Paste the URL of its link, or press Enter to skip this: `,
			stop,
		)) || null,
	hasReceipt: async (orderNumber) => {
		const input = await ask(
			`Has the email “Receipt for order ${orderNumber}” arrived? y for yes, n for no, Enter to skip this: `,
			stop,
		);
		return input === "" ? null : /^y/i.test(input);
	},
});
