import * as v from "valibot";
import { type Finding, missing, ready, unchecked } from "../findings.ts";
import { isPlaceholder, type Target } from "../target.ts";
import { ask, type Wrangler } from "../wrangler.ts";

const bucketSchema = v.object({ name: v.string() });

/** Where uploaded pictures lie. @param run null when nobody is logged in */
export async function checkBucket({ bucket }: Target, run: Wrangler | null): Promise<Finding> {
	const create = `npx wrangler r2 bucket create ${bucket}`;
	if (run === null) return unchecked("Bucket", "not checked: not logged in", create);
	const answer = await ask(run, ["r2", "bucket", "info", bucket, "--json"], bucketSchema);
	if ("reason" in answer) return missing("Bucket", answer.reason, create);
	return ready("Bucket", answer.value.name);
}

const what = "KV namespace";
const namespacesSchema = v.array(v.object({ id: v.string(), title: v.string() }));

const line = ({ environment }: Target, id: string) =>
	`wrangler.toml, [[env.${environment}.kv_namespaces]]: id = "${id}"`;

/** Where it is noted which tools somebody looked at. @param run null when nobody is logged in */
export async function checkNamespace(target: Target, run: Wrangler | null): Promise<Finding> {
	const { title, id } = target.namespace;
	const creation = [
		`npx wrangler kv namespace create ${title}`,
		line(target, "the id that it prints"),
	];
	if (run === null) {
		if (isPlaceholder(id)) return missing(what, `wrangler.toml has no id of ${title}`, ...creation);
		return unchecked(what, "not checked: not logged in", "npx wrangler kv namespace list");
	}
	const answer = await ask(run, ["kv", "namespace", "list"], namespacesSchema);
	if ("reason" in answer) return missing(what, answer.reason, "npx wrangler kv namespace list");
	const known = answer.value.find((namespace) => namespace.id === id);
	if (known) return ready(what, known.title);
	const named = answer.value.find((namespace) => namespace.title === title);
	if (!named) return missing(what, `the account has no ${title}`, ...creation);
	return missing(what, `${title} has another id than wrangler.toml says`, line(target, named.id));
}
