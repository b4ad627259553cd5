/** What one check found: `unchecked` could not be looked at. */
export type Finding = { what: string; state: "ready" | "missing" | "unchecked"; said: string };

const signs = { ready: "✓", missing: "✗", unchecked: "?" };

const say = (state: Finding["state"]) => (what: string, said: string) => ({ what, state, said });

export const ready = say("ready");
export const missing = say("missing");
export const unchecked = say("unchecked");

export const listFindings = (findings: readonly Finding[]): string =>
	findings.map(({ what, state, said }) => `  ${signs[state]} ${what}: ${said}`).join("\n");

export const countMissing = (findings: readonly Finding[]): number =>
	findings.filter(({ state }) => state === "missing").length;
