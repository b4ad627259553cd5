import { parseSync } from "vite";
import { type Change, findChanges } from "./mutators.ts";

export type Mutant = {
	/** Unique in this run, starting at 1. Activates the mutant in the copy. */
	id: number;
	/** Describes the change without line numbers: file, function, original and new text; ` #2` for a second identical change. */
	key: string;
};

const maxTextLength = 100;

const toOneLine = (text: string): string => {
	const line = text.replaceAll(/\s+/g, " ").trim();
	return line.length > maxTextLength ? `${line.slice(0, maxTextLength)}…` : line;
};

function getDeclarationName(source: string, start: number): string {
	const before = source.slice(0, source.indexOf("\n", start));
	const names = before.matchAll(
		/^(?:export )?(?:default )?(?:async )?(?:function|const|class) (\w+)/gm,
	);
	return [...names].at(-1)?.[1] ?? "module";
}

function describeChange(source: string, { start, end, shape, code }: Change): string {
	const original = toOneLine(source.slice(start, end));
	const replacement = shape === "expression" ? toOneLine(code) : "nothing";
	return `${getDeclarationName(source, start)}: ${original} → ${replacement}`;
}

/** A range of the source with the mutants that change it. */
type Site = Omit<Change, "code"> & { mutants: { id: number; code: string }[] };

function wrap({ shape, mutants }: Site, original: string): string {
	const anyActiveCode = mutants.map(({ id }) => `__isActive(${id})`).join(" || ");
	// Without the outer braces, a following `else` would belong to this `if`.
	if (shape === "statement") return `{ if (!(${anyActiveCode})) { ${original} } }`;
	if (shape === "item") return `...(${anyActiveCode} ? [] : [${original}])`;
	if (shape === "property") return `...(${anyActiveCode} ? {} : { ${original} })`;
	const choices = mutants.map(({ id, code }) => `__isActive(${id}) ? (${code}) : `).join("");
	return `(${choices}(${original}))`;
}

const shapes = ["statement", "item", "property", "expression"];

/** Lists outer sites first. Of two sites with the same range, the one that removes the range comes first. */
function listSites(changes: Change[], firstId: number): Site[] {
	const sites = new Map<string, Site>();
	for (const [index, { code, ...range }] of changes.entries()) {
		const name = Object.values(range).join();
		const site = sites.get(name) ?? { ...range, mutants: [] };
		site.mutants.push({ id: firstId + index, code });
		sites.set(name, site);
	}
	return [...sites.values()].sort(
		(a, b) =>
			a.start - b.start || b.end - a.end || shapes.indexOf(a.shape) - shapes.indexOf(b.shape),
	);
}

/**
 * Renders the text from `start` to `end` with switches.
 * @param sites - rendered sites are removed from this list
 */
function render(source: string, sites: Site[], start: number, end: number): string {
	let text = "";
	let position = start;
	for (let [next] = sites; next && next.start < end; [next] = sites) {
		sites.shift();
		text +=
			source.slice(position, next.start) + wrap(next, render(source, sites, next.start, next.end));
		position = next.end;
	}
	return text + source.slice(position, end);
}

/**
 * Adds all mutants to a module, each behind a switch.
 * @param switchModule - import path of `inside/switch.ts`
 */
export function instrument(file: string, source: string, firstId: number, switchModule: string) {
	const { program, errors } = parseSync(file, source);
	const [error] = errors;
	if (error) throw new Error(`${file}: ${error.message}`);
	const changes = findChanges(program, source);
	const counts = new Map<string, number>();
	const mutants = changes.map((change, index): Mutant => {
		const description = describeChange(source, change);
		const count = (counts.get(description) ?? 0) + 1;
		counts.set(description, count);
		return { id: firstId + index, key: `${file} ${description}${count > 1 ? ` #${count}` : ""}` };
	});
	const text = render(source, listSites(changes, firstId), 0, source.length);
	return { mutants, text: `import { isActive as __isActive } from "${switchModule}"; ${text}` };
}
