import { glob, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readWorkerConfig } from "./worker-config.ts";

async function enterEmptyFolder() {
	const folder = await mkdtemp(join(tmpdir(), "worker-config-"));
	const previousFolder = process.cwd();
	onTestFinished(async () => {
		process.chdir(previousFolder);
		await rm(folder, { recursive: true });
	});
	process.chdir(folder);
}

const writeConfig = (greeting: string) =>
	writeFile(
		"wrangler.toml",
		`name = "shop"\nmain = "index.ts"\ncompatibility_date = "2026-10-01"\n[vars]\nGREETING = "${greeting}"\n`,
	);
const readBindings = async () => (await readWorkerConfig("wrangler.toml")).options.bindings;

test("returns cached options until the configuration or a secret changes", async () => {
	await enterEmptyFolder();
	await writeConfig("first");
	const derived = await readWorkerConfig("wrangler.toml");
	expect(derived.options).toMatchObject({
		compatibilityDate: "2026-10-01",
		bindings: { GREETING: "first" },
	});
	expect(await readWorkerConfig("wrangler.toml")).toEqual(derived);
	await writeConfig("second");
	expect(await readBindings()).toEqual({ GREETING: "second" });
	await writeFile(".dev.vars", "SECRET=third");
	expect(await readBindings()).toEqual({ GREETING: "second", SECRET: "third" });
	await rm(".dev.vars");
	expect(await readBindings()).toEqual({ GREETING: "second" });
});

test("ignores a damaged cache", async () => {
	await enterEmptyFolder();
	await writeConfig("first");
	await readBindings();
	for await (const file of glob("node_modules/.cache/**/*.json")) await writeFile(file, "{");
	expect(await readBindings()).toEqual({ GREETING: "first" });
});
