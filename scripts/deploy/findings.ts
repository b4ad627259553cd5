/** What one check found: `optional` lacks nothing that the shop can not do without, `unchecked` could not be looked at. */
export type Finding = {
	what: string;
	state: "ready" | "missing" | "optional" | "unchecked";
	said: string;
	/** How to mend it, in order: commands to copy, and what to change by hand. */
	mend: readonly string[];
};

const signs = { ready: "✓", missing: "✗", optional: "○", unchecked: "?" };

type Say = (what: string, said: string, ...mend: string[]) => Finding;
const say =
	(state: Finding["state"]): Say =>
	(what, said, ...mend) => ({ what, state, said, mend });

export const ready = say("ready");
export const missing = say("missing");
export const optional = say("optional");
export const unchecked = say("unchecked");

/** @returns a line a finding, and under it how to mend it */
export const listFindings = (findings: readonly Finding[]): string =>
	findings
		.flatMap(({ what, state, said, mend }) => [
			`  ${signs[state]} ${what}: ${said}`,
			...mend.map((line) => `      ${line}`),
		])
		.join("\n");

export const countMissing = (findings: readonly Finding[]): number =>
	findings.filter(({ state }) => state === "missing").length;
