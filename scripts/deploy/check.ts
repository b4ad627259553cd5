import type { Outcome } from "../support/programs.ts";
import { checkAccount } from "./checks/account.ts";
import { checkDatabase } from "./checks/database.ts";
import { checkMigrations } from "./checks/migrations.ts";
import { checkSecrets } from "./checks/secrets.ts";
import { checkMail, checkOrigin } from "./checks/settings.ts";
import { checkSource } from "./checks/source.ts";
import { checkBucket, checkNamespace } from "./checks/stores.ts";
import type { Finding } from "./findings.ts";
import type { Target } from "./target.ts";
import type { Wrangler } from "./wrangler.ts";

type World = {
	target: Target;
	wrangler: Wrangler;
	/** Outcome of `git status --porcelain`. */
	status: Outcome;
	/** Id in CLOUDFLARE_ACCOUNT_ID. */
	accountId: string | undefined;
};

/** Everything that a deployment needs, looked at in one go: what is missing is told together. */
export async function checkEverything(world: World): Promise<Finding[]> {
	const { target, wrangler, status, accountId } = world;
	const account = await checkAccount(wrangler, accountId ?? target.accountId);
	const run = account.state === "ready" ? wrangler : null;
	const database = await checkDatabase(target, run);
	const rest = await Promise.all([
		checkMigrations(target, database.state === "ready" ? run : null),
		checkBucket(target, run),
		checkNamespace(target, run),
		checkMail(target, run),
		checkSecrets(target, run),
	]);
	return [checkSource(status), account, database, checkOrigin(target), ...rest.flat()];
}
