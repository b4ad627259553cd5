import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Build } from "../support/build.ts";
import { runProgram } from "../support/programs.ts";
import { Refusal } from "../support/refusal.ts";

/** A literal of one line; those of every length, so that quotes find their partner. */
const literals = /"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`/g;
/** The form of literals that are unlikely to occur elsewhere. */
const sentence = /^[A-Z][\w ,'’:-]{18,}\.?$/;

/** @returns each file that the pattern finds, with its text */
async function readAll(pattern: string, cwd = "."): Promise<Map<string, string>> {
	const files: string[] = [];
	for await (const file of glob(pattern, { cwd })) files.push(file);
	const read = async (file: string) => [file, await readFile(join(cwd, file), "utf8")] as const;
	return new Map(await Promise.all(files.map(read)));
}

/** @returns sentences of the sandbox that the shop does not contain */
export async function findMarkers(): Promise<string[]> {
	const sources = [...(await readAll("sandbox/**/*.ts"))].filter(
		([file]) => !file.includes(".test."),
	);
	const said = sources.flatMap(([, text]) =>
		Array.from(text.matchAll(literals), ([, quoted, template]) => quoted ?? template ?? ""),
	);
	const shop = [...(await readAll("{app,worker,contract}/**/*.{ts,tsx}")).values()].join("\n");
	const own = said.filter(
		(text) => sentence.test(text) && text.includes(" ") && !shop.includes(text),
	);
	return [...new Set(own)];
}

/** @returns the files of an upload that contain text of the sandbox, with that text */
export function findSandbox(files: ReadonlyMap<string, string>, markers: string[]): string[] {
	return [...files].flatMap(([file, text]) =>
		markers.filter((marker) => text.includes(marker)).map((marker) => `${file}: “${marker}”`),
	);
}

const configSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ services: v.optional(v.array(v.object({ binding: v.string() })), []) }),
);

/** Packs what would be uploaded, without uploading it. @returns what is wrong with it, a line each */
export async function checkBundle(build: Build): Promise<string[]> {
	const outdir = `${build.folder}/upload`;
	const args = ["deploy", "--dry-run", "-c", build.config, "--outdir", outdir];
	const { code, output } = await runProgram("wrangler", args);
	if (code !== 0) throw new Refusal(`wrangler ${args.join(" ")}:\n${output.trim()}`);
	const { services } = v.parse(configSchema, await readFile(build.config, "utf8"));
	const bound = services.map(({ binding }) => `${build.config}: binds ${binding}`);
	const files = new Map([
		...(await readAll("**/*.{js,mjs}", outdir)),
		...(await readAll("**/*.{js,css,html}", `${build.folder}/client`)),
	]);
	const markers = await findMarkers();
	if (files.size === 0 || markers.length === 0) {
		return [`${outdir}: nothing to look for the sandbox in`];
	}
	return [...bound, ...findSandbox(files, markers)];
}
