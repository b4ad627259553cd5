import { senderOf } from "#worker/services/mail.ts";
import { type Finding, missing, optional, ready, unchecked } from "../findings.ts";
import type { Target } from "../target.ts";
import { reasonOf, type Wrangler } from "../wrangler.ts";

/** Hosts that belong to nobody (RFC 2606), or to this machine alone. */
const isExample = (host: string) =>
	/(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/.test(host);

const variable = ({ environment }: Target, name: string, value: string) =>
	`wrangler.toml, [env.${environment}.vars]: ${name} = "${value}"`;

/** The address that links in mails lead to, and that the Worker has to answer on. */
export function checkOrigin(target: Target): Finding {
	const { origin, domains, environment } = target;
	const url = URL.parse(origin);
	if (url?.protocol !== "https:" || url.origin !== origin || isExample(url.hostname)) {
		const value = "https://the shop's own host";
		return missing("Address", `${origin} is nobody's`, variable(target, "SHOP_ORIGIN", value));
	}
	if (domains.includes(url.host) || url.host.endsWith(".workers.dev"))
		return ready("Address", origin);
	return missing(
		"Address",
		`the Worker does not answer on ${url.host}`,
		`wrangler.toml, [env.${environment}]: routes = [{ pattern = "${url.host}", custom_domain = true }]`,
	);
}

/** Whom mails are from. @param run null when nobody is logged in */
export async function checkMail(target: Target, run: Wrangler | null): Promise<Finding> {
	const what = "Mail";
	const domain = senderOf(target.mailFrom).email.split("@").at(-1) ?? "";
	if (domain === "" || isExample(domain)) {
		const value = "Torque Tool Depot <orders@the shop's own domain>";
		return missing(what, `${target.mailFrom} is nobody's`, variable(target, "MAIL_FROM", value));
	}
	const enable = `npx wrangler email sending enable ${domain}`;
	if (run === null) return unchecked(what, "not checked: not logged in", enable);
	const outcome = await run(["email", "sending", "list"]);
	if (outcome.code !== 0) return optional(what, reasonOf(outcome), enable);
	const row = outcome.stdout.split("\n").find((line) => line.split(/[\s│|]+/).includes(domain));
	if (row && /\byes\b/.test(row)) return ready(what, `${domain} may send`);
	return optional(what, `${domain} is not among the domains that may send`, enable);
}
