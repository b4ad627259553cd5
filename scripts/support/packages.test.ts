import { readFileSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";

const readJson = (name: string): unknown =>
	JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"));

const versionsSchema = v.record(v.string(), v.string());
const packageSchema = v.object({ dependencies: versionsSchema, devDependencies: versionsSchema });
const lockSchema = v.object({
	packages: v.record(
		v.string(),
		v.object({
			version: v.optional(v.string()),
			resolved: v.optional(v.string()),
			integrity: v.optional(v.string()),
			hasInstallScript: v.optional(v.boolean()),
			os: v.optional(v.array(v.string()), ["linux"]),
			cpu: v.optional(v.array(v.string()), ["x64", "arm64"]),
			libc: v.optional(v.array(v.string()), ["glibc"]),
		}),
	),
});

const wanted = v.parse(packageSchema, readJson("package.json"));
const { packages } = v.parse(lockSchema, readJson("package-lock.json"));
const locked = Object.entries(packages).filter(([path]) => path !== "");

const publicRegistry = "https://registry.npmjs.org/";

/** Packages that run a program of theirs when they are installed, and why each may. */
const mayRunAtInstall: Record<string, string> = {
	node: "puts the shop's own Node into node_modules/.bin, whatever the machine has",
	workerd: "checks that the binary for this machine is there: the Workers runtime",
	esbuild: "checks that the binary for this machine is there: bundles for wrangler and drizzle-kit",
};

const nameOf = (path: string) => path.replace(/^.*node_modules\//, "");

test("every package is asked for in one exact version", () => {
	const asked = Object.entries({ ...wanted.dependencies, ...wanted.devDependencies });
	const loose = asked.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version));
	expect(loose).toEqual([]);
	for (const [name, version] of asked) {
		expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
	}
});

test("packages come from the public registry alone", () => {
	const elsewhere = locked.filter(
		([, { resolved }]) => resolved !== undefined && !resolved.startsWith(publicRegistry),
	);
	expect(elsewhere).toEqual([]);
});

test("what Linux machines install, which test and serve the shop, is known by its hash", () => {
	const onLinux = locked.filter(
		([, { os, cpu, libc }]) =>
			os.includes("linux") &&
			(cpu.includes("x64") || cpu.includes("arm64")) &&
			libc.includes("glibc"),
	);
	const unknown = onLinux.filter(([, { integrity = "" }]) => !integrity.startsWith("sha512-"));
	expect(unknown.map(([path]) => path)).toEqual([]);
	expect(onLinux.length).toBeGreaterThan(Object.keys(wanted.dependencies).length);
});

test("only known packages run a program when they are installed", () => {
	const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript);
	const names = new Set(running.map(([path]) => nameOf(path)));
	expect([...names].sort()).toEqual(Object.keys(mayRunAtInstall).sort());
});

test("the workflow runs what .ci/run runs and nothing else, by actions that nobody can exchange", () => {
	const workflow = readFileSync(new URL("../../.github/workflows/ci.yml", import.meta.url), "utf8");
	const valuesOf = (key: string) =>
		Array.from(
			workflow.matchAll(new RegExp(`^ +(?:- )?${key}: (.+)$`, "gm")),
			([, value]) => value,
		);
	expect(valuesOf("run")).toEqual([".ci/run"]);
	expect(valuesOf("uses").length).toBeGreaterThan(2);
	for (const action of valuesOf("uses"))
		expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/);
});
