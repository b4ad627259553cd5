import { promote } from "./deploy/promote.ts";
import { readEnvironment } from "./deploy/target.ts";
import { wrangler } from "./deploy/wrangler.ts";
import { parseArguments, readShopLocation, type ShopLocation } from "./support/arguments.ts";
import { lockDataFolder } from "./support/lock.ts";
import { runProgram } from "./support/programs.ts";
import { runCommand, UserError } from "./support/user-error.ts";

const usage = `npm run make-admin -- you@yourdomain.com --env production (or staging, or --local)

Makes an account an admin. --local is the shop of npm start, which must be stopped.`;

async function promoteIn(location: ShopLocation, email: string): Promise<boolean> {
	if ("environment" in location) {
		const env = readEnvironment(location.environment);
		return promote(email, ["--remote", "--env", env], wrangler);
	}
	const { dataFolder } = location;
	lockDataFolder(dataFolder, "make-admin");
	return promote(email, ["--local", "--persist-to", dataFolder], (args) =>
		runProgram("wrangler", args, dataFolder),
	);
}

async function makeAdmin(): Promise<number> {
	const { values, positionals } = parseArguments(
		{ env: { type: "string" }, local: { type: "boolean" } },
		{ allowPositionals: true },
	);
	const [email, ...others] = positionals;
	if (!email || others.length > 0) throw new UserError(usage);
	const isChanged = await promoteIn(readShopLocation(values), email.toLowerCase());
	console.log(
		isChanged ? `${email} is now an admin and must log in again.` : `${email} is already an admin.`,
	);
	return 0;
}

await runCommand(makeAdmin, usage);
