import * as v from "valibot";
import { type Finding, missing, ready } from "../findings.ts";
import type { Wrangler } from "../wrangler.ts";

const what = "Account";
const whoamiSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.variant("loggedIn", [
		v.object({ loggedIn: v.literal(false) }),
		v.object({
			loggedIn: v.literal(true),
			email: v.optional(v.string(), "an API token"),
			accounts: v.array(v.object({ id: v.string(), name: v.string() })),
		}),
	]),
);

/**
 * Who is logged in, and which account is meant: wrangler asks no questions here, so of several one has to be named.
 * @param chosen id of an account, from CLOUDFLARE_ACCOUNT_ID or wrangler.toml
 */
export async function checkAccount(run: Wrangler, chosen: string | undefined): Promise<Finding> {
	// It exits with 1 and says so in JSON when nobody is logged in.
	const answer = v.safeParse(whoamiSchema, (await run(["whoami", "--json"])).stdout);
	if (!answer.success || !answer.output.loggedIn) {
		return missing(what, "nobody is logged in to Cloudflare", "npx wrangler login");
	}
	const { email, accounts } = answer.output;
	const account = chosen ? accounts.find(({ id }) => id === chosen) : accounts[0];
	if (account && (chosen || accounts.length === 1))
		return ready(what, `${account.name} (${email})`);
	return missing(
		what,
		chosen
			? `${email} has no account ${chosen}`
			: `${email} has ${accounts.length} accounts; name one`,
		...accounts.map(({ id, name }) => `export CLOUDFLARE_ACCOUNT_ID=${id}   # ${name}`),
	);
}
