import { readFileSync } from "node:fs";
import * as v from "valibot";
import { experimental_getWranglerCommands } from "wrangler";

const packageSchema = v.object({ scripts: v.record(v.string(), v.string()) });

const { registry, globalFlags } = experimental_getWranglerCommands();

type Flag = { type?: string; alias?: string | readonly string[]; demandOption?: unknown };

const aliasesOf = ({ alias = [] }: Flag): readonly string[] =>
	typeof alias === "string" ? [alias] : alias;

/** @returns the flag that goes by this name, `no-` before it or not */
function findFlag(flags: Record<string, Flag>, name: string): Flag | undefined {
	const plain = name.replace(/^no-/, "");
	const known = Object.entries(flags);
	return known.find(([own, flag]) => own === plain || aliasesOf(flag).includes(plain))?.[1];
}

/** Takes the words of a command apart. @returns its plain words, and the flags that there are none of */
function sortWords(words: string[], flags: Record<string, Flag>) {
	const [plain, unknown]: [string[], string[]] = [[], []];
	for (let at = 0; at < words.length; at += 1) {
		const word = words[at] ?? "";
		if (!word.startsWith("-")) {
			plain.push(word);
			continue;
		}
		const [name = ""] = word.replace(/^-+/, "").split("=");
		const flag = findFlag(flags, name);
		if (!flag) unknown.push(word);
		else if (flag.type !== "boolean" && !word.includes("=")) at += 1;
	}
	return { plain, unknown };
}

/** @returns the longest command that the words begin with, and the words after it */
function findCommand(words: string[], node = registry): { node: typeof registry; rest: string[] } {
	const next = node.subtree.get(words[0] ?? "");
	return next ? findCommand(words.slice(1), next) : { node, rest: words };
}

/** @param words what follows `wrangler` @returns what is wrong with them; "" when this wrangler takes them */
function checkWrangler(words: string[]): string {
	const { node, rest } = findCommand(words);
	const { definition } = node;
	if (definition?.type !== "command") return `there is no wrangler ${words.join(" ")}`;
	const { args = {}, positionalArgs = [] } = definition;
	const known: Record<string, Flag> = { ...globalFlags, ...args };
	const { plain, unknown } = sortWords(rest, known);
	if (unknown.length > 0) return `${definition.command} takes no ${unknown.join(", ")}`;
	const needed = positionalArgs.filter((name) => known[name]?.demandOption).length;
	const fits = plain.length >= needed && plain.length <= positionalArgs.length;
	return fits ? "" : `${definition.command} takes ${needed} to ${positionalArgs.length} words`;
}

/** @returns whether package.json has the script */
function checkScript(name: string): string {
	const { scripts } = v.parse(packageSchema, JSON.parse(readFileSync("package.json", "utf8")));
	return name in scripts ? "" : `package.json has no script ${name}`;
}

/** @returns the words of one command, without variables before it and comment, pipe or redirection after it */
function wordsOf(command: string): string[] {
	const words = (command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).filter(
		(word) => !/^[A-Z_]+=/.test(word),
	);
	const end = words.findIndex((word) => /^(#|\||>|<|2>)/.test(word) && !/^<.+>$/.test(word));
	return end < 0 ? words : words.slice(0, end);
}

/**
 * Whether a command of ours can be run as it stands, without running it.
 * @param command a line of a shell: `npm run …`, `npx wrangler …`; others are not looked at
 * @returns what is wrong with it; "" when nothing is
 */
export function checkCommand(command: string): string {
	const [program, first = "", ...rest] = wordsOf(command);
	if (program === "npx" && first === "wrangler") return checkWrangler(rest);
	if (program === "wrangler") return checkWrangler([first, ...rest]);
	if (program !== "npm") return "";
	if (first === "run") return checkScript(rest[0] ?? "");
	return ["start", "test"].includes(first) ? checkScript(first) : "";
}

/** @returns the commands of a document of Markdown: each line of its shell blocks, and those of ours within a sentence */
export function findCommands(document: string): string[] {
	const blocks = document.matchAll(/^[ \t]*```(?:sh|bash|shell)\n([\s\S]*?)^[ \t]*```/gm);
	const inline = document.matchAll(/`((?:npx wrangler|npm run) [^`\n…]+)`/g);
	const lines = Array.from(blocks, ([, block = ""]) =>
		block.replaceAll(/\s*\\\n\s*/g, " ").split(/\n|&&/),
	);
	return [...lines.flat(), ...Array.from(inline, ([, command = ""]) => command)]
		.map((line) => line.trim())
		.filter((line) => line !== "" && !line.startsWith("#"));
}
