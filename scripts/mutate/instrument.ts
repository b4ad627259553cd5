import { parseSync } from "vite";
import { type Change, findChanges } from "./mutators.ts";

export type Mutant = {
	/** Unique in this run, from 1: what the copy is switched by. */
	id: number;
	/** Names the change without line numbers: file, function, text before and after, ` #2` where a function has the same twice. */
	key: string;
};

const longestText = 100;

const oneLine = (text: string): string => {
	const words = text.replaceAll(/\s+/g, " ").trim();
	return words.length > longestText ? `${words.slice(0, longestText)}…` : words;
};

/** @returns the name of the last declaration before the end of the line that the change is in */
function placeOf(source: string, start: number): string {
	const before = source.slice(0, source.indexOf("\n", start));
	const names = before.matchAll(
		/^(?:export )?(?:default )?(?:async )?(?:function|const|class) (\w+)/gm,
	);
	return [...names].at(-1)?.[1] ?? "module";
}

function describe(source: string, { start, end, shape, code }: Change): string {
	const before = oneLine(source.slice(start, end));
	const after = shape === "expression" ? oneLine(code) : "nothing";
	return `${placeOf(source, start)}: ${before} → ${after}`;
}

type Site = Omit<Change, "code"> & { mutants: { id: number; code: string }[] };

function wrap({ shape, mutants }: Site, original: string): string {
	const asked = mutants.map(({ id }) => `__on(${id})`).join(" || ");
	// Braces of its own, or an `else` that follows would belong to this `if`.
	if (shape === "statement") return `{ if (!(${asked})) { ${original} } }`;
	if (shape === "item") return `...(${asked} ? [] : [${original}])`;
	if (shape === "property") return `...(${asked} ? {} : { ${original} })`;
	const changed = mutants.map(({ id, code }) => `__on(${id}) ? (${code}) : `).join("");
	return `(${changed}(${original}))`;
}

const shapes = ["statement", "item", "property", "expression"];

/** @returns outer sites first; at one range what drops the whole stands around what changes it */
function listSites(changes: Change[], firstId: number): Site[] {
	const sites = new Map<string, Site>();
	for (const [index, { code, ...place }] of changes.entries()) {
		const name = Object.values(place).join();
		const site = sites.get(name) ?? { ...place, mutants: [] };
		site.mutants.push({ id: firstId + index, code });
		sites.set(name, site);
	}
	return [...sites.values()].sort(
		(one, other) =>
			one.start - other.start ||
			other.end - one.end ||
			shapes.indexOf(one.shape) - shapes.indexOf(other.shape),
	);
}

/** @param sites taken out as they are written @returns the text from `start` to `end` with them as switches */
function render(source: string, sites: Site[], start: number, end: number): string {
	let text = "";
	let at = start;
	for (let [next] = sites; next && next.start < end; [next] = sites) {
		sites.shift();
		text += source.slice(at, next.start) + wrap(next, render(source, sites, next.start, next.end));
		at = next.end;
	}
	return text + source.slice(at, end);
}

/** Writes all mutants of a module into it, each behind a switch. @param switchModule `inside/switch.ts` as it imports it */
export function instrument(file: string, source: string, firstId: number, switchModule: string) {
	const { program, errors } = parseSync(file, source);
	const [error] = errors;
	if (error) throw new Error(`${file}: ${error.message}`);
	const changes = findChanges(program, source);
	const seen = new Map<string, number>();
	const mutants = changes.map((change, index): Mutant => {
		const words = describe(source, change);
		const times = (seen.get(words) ?? 0) + 1;
		seen.set(words, times);
		return { id: firstId + index, key: `${file} ${words}${times > 1 ? ` #${times}` : ""}` };
	});
	const text = render(source, listSites(changes, firstId), 0, source.length);
	return { mutants, text: `import { isOn as __on } from "${switchModule}"; ${text}` };
}
