import { seedAccounts, seedPassword } from "../seed.ts";
import { type Settings, urlOf } from "./settings.ts";
import { since } from "./stage.ts";

/** Says where the shop is, who may sign in, and where its outside world is. */
export function printWelcome(settings: Settings): void {
	const url = urlOf(settings);
	const accounts = seedAccounts.map(
		({ email, role }) => `${`  ${email} / ${seedPassword}`.padEnd(36)}(${role})`,
	);
	console.log(
		[
			"",
			`Torque Tool Depot is open: ${url}`,
			...accounts,
			`${`  ${url}/__sandbox/`.padEnd(36)}(doubles of Stripe, Google and mail)`,
			`Data: ${settings.data}. Ready after ${since(0)}; Ctrl-C stops it.`,
		].join("\n"),
	);
}
