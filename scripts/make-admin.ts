import { readArguments, readEnvironment } from "./deploy/arguments.ts";
import { promote } from "./deploy/promote.ts";
import { wrangler } from "./deploy/wrangler.ts";
import { runProgram } from "./support/programs.ts";
import { Refusal, runCommand } from "./support/refusal.ts";
import { readSettings } from "./support/settings.ts";

const usage = "npm run make-admin -- you@your-domain.com [--env production|staging | --local]";

/**
 * `npm run make-admin -- email`: makes an account that exists an admin, in production unless told otherwise.
 * `--local`: in the shop on this machine, whose data is in STORE_DATA.
 */
async function makeAdmin(): Promise<number> {
	const { values, positionals } = readArguments(process.argv.slice(2), {
		env: { type: "string" },
		local: { type: "boolean" },
	});
	const [email, ...more] = positionals;
	if (!email || more.length > 0) throw new Refusal(usage);
	const { data } = readSettings();
	const made = values.local
		? await promote(email.toLowerCase(), ["--local", "--persist-to", data], (args) =>
				runProgram("wrangler", args, data),
			)
		: await promote(
				email.toLowerCase(),
				["--remote", "--env", readEnvironment(values.env)],
				wrangler,
			);
	console.log(
		made ? `${email} is an admin from now on, and signs in anew.` : `${email} is an admin already.`,
	);
	return 0;
}

await runCommand(makeAdmin);
