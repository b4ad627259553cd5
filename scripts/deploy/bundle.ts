import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { Build } from "../support/build.ts";
import { runProgram } from "../support/programs.ts";
import { UserError } from "../support/user-error.ts";

/** Literals of a form that is unlikely to occur elsewhere. */
const sentences = /["`]([A-Z][\w,'’:-]* [\w ,'’:-]{12,}\.?)["`]/g;

const readAll = (pattern: string, cwd = ".") =>
	new Map(globSync(pattern, { cwd }).map((file) => [file, readFileSync(join(cwd, file), "utf8")]));

/** @returns sentences of the sandbox that the shop does not contain */
export function findMarkers(): string[] {
	const sandbox = [...readAll("sandbox/**/*.ts")].filter(([file]) => !file.includes(".test."));
	const said = sandbox.flatMap(([, text]) =>
		Array.from(text.matchAll(sentences), ([, sentence = ""]) => sentence),
	);
	const shop = [...readAll("{app,worker,contract}/**/*.{ts,tsx}").values()].join("\n");
	return [...new Set(said)].filter((sentence) => !shop.includes(sentence));
}

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

/** Packs what would be uploaded, without uploading it. @throws UserError with what is wrong with it, a line each */
export async function checkBundle(build: Build): Promise<void> {
	const outdir = `${build.folder}/upload`;
	const args = ["deploy", "--dry-run", "-c", build.config, "--outdir", outdir];
	const { code, output } = await runProgram("wrangler", args);
	if (code !== 0) throw new UserError(`wrangler ${args.join(" ")}:\n${output.trim()}`);
	const { services } = v.parse(configSchema, readFileSync(build.config, "utf8"));
	const bound = services.map(({ binding }) => `${build.config}: binds ${binding}`);
	const files = new Map([
		...readAll("**/*.{js,mjs}", outdir),
		...readAll("**/*.{js,css,html}", `${build.folder}/client`),
	]);
	const markers = findMarkers();
	const faults =
		files.size === 0 || markers.length === 0
			? [`${outdir}: nothing to look for the sandbox in`]
			: [...bound, ...findSandbox(files, markers)];
	if (faults.length > 0)
		throw new UserError(`The build must not be deployed:\n${faults.join("\n")}`);
}
