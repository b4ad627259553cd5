import { parseSync } from "vite";
import { type Change, findChanges } from "./mutators.ts";

/** One change of one file. */
export type Mutant = {
	/** Unique in this run, from 1: what the copy is switched by. */
	id: number;
	/** Path from the root of the repository. */
	file: string;
	kind: string;
	/**
	 * Names the change independently of line numbers: file, function, text before and after. Where a function contains
	 * the same text twice, the second has ` #2` at its end.
	 */
	key: string;
};

const longestText = 100;

const oneLine = (text: string): string => {
	const words = text.replaceAll(/\s+/g, " ").trim();
	return words.length > longestText ? `${words.slice(0, longestText)}…` : words;
};

/** @returns the name of the innermost declaration at the start of a line, which is where the change is */
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

/** Same range and shape: the mutants of one place. */
type Site = Pick<Change, "start" | "end" | "shape"> & { mutants: { id: number; code: string }[] };

const order = ["statement", "item", "property", "expression"];

/** Outer sites first; at one range what drops the whole stands around what changes it. */
function sortSites(sites: Site[]): Site[] {
	return sites.sort(
		(one, other) =>
			one.start - other.start ||
			other.end - one.end ||
			order.indexOf(one.shape) - order.indexOf(other.shape),
	);
}

function wrap({ shape, mutants }: Site, original: string): string {
	const asked = mutants.map(({ id }) => `__on(${id})`).join(" || ");
	// Braces of its own, or an `else` that follows would belong to this `if`.
	if (shape === "statement") return `{ if (!(${asked})) { ${original} } }`;
	if (shape === "item") return `...(${asked} ? [] : [${original}])`;
	if (shape === "property") return `...(${asked} ? {} : { ${original} })`;
	const changed = mutants.map(({ id, code }) => `__on(${id}) ? (${code}) : `).join("");
	return `(${changed}(${original}))`;
}

/** @returns the text from `start` to `end`, the sites within it written as switches */
function render(source: string, sites: Site[], start: number, end: number): string {
	let text = "";
	let at = start;
	for (let next = sites.shift(); next; next = sites.shift()) {
		if (next.start >= end) {
			sites.unshift(next);
			break;
		}
		text += source.slice(at, next.start) + wrap(next, render(source, sites, next.start, next.end));
		at = next.end;
	}
	return text + source.slice(at, end);
}

function groupSites(changes: Change[], firstId: number): Site[] {
	const sites = new Map<string, Site>();
	for (const [index, { start, end, shape, code }] of changes.entries()) {
		const place = `${start} ${end} ${shape}`;
		const site = sites.get(place) ?? { start, end, shape, mutants: [] };
		site.mutants.push({ id: firstId + index, code });
		sites.set(place, site);
	}
	return sortSites([...sites.values()]);
}

/**
 * Writes all mutants of a module into it, each behind a switch, so that one build holds them all.
 * @param importPath of `inside/switch.ts`, as this module imports it
 * @throws Error when the parser cannot read it
 */
export function instrument(file: string, source: string, firstId: number, importPath: string) {
	const { program, errors } = parseSync(file, source);
	const [error] = errors;
	if (error) throw new Error(`${file}: ${error.message}`);
	const changes = findChanges(program, source);
	const seen = new Map<string, number>();
	const mutants = changes.map((change, index): Mutant => {
		const words = describe(source, change);
		const times = (seen.get(words) ?? 0) + 1;
		seen.set(words, times);
		const key = `${file} ${words}${times > 1 ? ` #${times}` : ""}`;
		return { id: firstId + index, file, kind: change.kind, key };
	});
	const text = render(source, groupSites(changes, firstId), 0, source.length);
	return { mutants, text: `import { isOn as __on } from "${importPath}"; ${text}` };
}
