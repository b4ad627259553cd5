import * as v from "valibot";
import { type Finding, missing, optional, ready, unchecked } from "../findings.ts";
import type { Target } from "../target.ts";
import { ask, type Wrangler } from "../wrangler.ts";

const google = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"];
const listSchema = v.array(v.object({ name: v.string() }));

/** The names of the secrets that are set: their values can be read by nobody. @param run null when nobody is logged in */
export async function checkSecrets(target: Target, run: Wrangler | null): Promise<Finding[]> {
	const { environment, requiredSecrets } = target;
	const put = (names: string[]) =>
		names.map((name) => `npx wrangler secret put ${name} --env ${environment}`);
	if (run === null) {
		return [
			unchecked("Secrets", "not checked: not logged in", ...put([...requiredSecrets, ...google])),
		];
	}
	const list = ["secret", "list", "--env", environment, "--format", "json"];
	const answer = await ask(run, list, listSchema);
	// Before its first deployment there is no Worker; to put a secret makes an empty one.
	const isNew = "reason" in answer && /not found/.test(answer.reason);
	if ("reason" in answer && !isNew) {
		return [missing("Secrets", answer.reason, `npx wrangler secret list --env ${environment}`)];
	}
	const set = new Set("value" in answer ? answer.value.map(({ name }) => name) : []);
	const lacking = (names: string[]) => names.filter((name) => !set.has(name));
	const [stripe, signIn] = [lacking(requiredSecrets), lacking(google)];
	return [
		stripe.length > 0
			? missing("Secrets", `${stripe.join(", ")} not set`, ...put(stripe))
			: ready("Secrets", requiredSecrets.join(", ")),
		signIn.length > 0
			? optional("Google", "not set: signing in with Google answers 503", ...put(signIn))
			: ready("Google", google.join(", ")),
	];
}
