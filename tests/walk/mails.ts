import { createInterface } from "node:readline/promises";
import * as v from "valibot";
import { type Clock, pollUntil } from "./clock.ts";
import { createVisitor } from "./visitor.ts";

/** Who reads the mails to the new account. */
export type Mails = {
	/** @returns the text of the mail about verifying the address, or its link; null where nobody can read it */
	readVerification(): Promise<string | null>;
	/** @param number of the order @returns whether its receipt has come; null where nobody can say */
	hasReceipt(number: string): Promise<boolean | null>;
};

const outboxSchema = v.array(v.object({ to: v.string(), subject: v.string(), text: v.string() }));

/** Milliseconds that a mail may take. */
const longestMailMs = 15_000;

/** The mails that the sandbox of `npm start` keeps. */
export function readSandboxMails(origin: string, email: string, clock: Clock): Mails {
	const { fetch: ask } = createVisitor(origin);
	async function find(isWanted: (subject: string) => boolean): Promise<string | null> {
		let text: string | null = null;
		await pollUntil(clock, longestMailMs, async () => {
			const mails = v.parse(outboxSchema, await (await ask("/__sandbox/mail.json")).json());
			text = mails.find(({ to, subject }) => to === email && isWanted(subject))?.text ?? null;
			return text !== null;
		});
		return text;
	}
	return {
		readVerification: () => find((subject) => subject.startsWith("Verify")),
		hasReceipt: async (number) =>
			(await find((subject) => subject.startsWith("Receipt") && subject.endsWith(number))) !== null,
	};
}

/** @returns what is typed; "" where nobody is there, or the walk is stopped */
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

/** The person at the terminal reads the mails of a deployed shop. */
export const askForMails = (email: string, { stop }: Clock): Mails => ({
	readVerification: async () =>
		(await ask(
			`The shop has sent a mail to ${email}. Paste the address of its link, or press Enter to go on without: `,
			stop,
		)) || null,
	hasReceipt: async (number) => {
		const response = await ask(
			`Has the mail “Receipt for order ${number}” come? y for yes, n for no, Enter to leave it open: `,
			stop,
		);
		return response === "" ? null : /^y/i.test(response);
	},
});
