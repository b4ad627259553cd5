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

const manifest = v.parse(packageSchema, readJson("package.json"));
const { packages } = v.parse(lockSchema, readJson("package-lock.json"));
const lockedPackages = Object.entries(packages).filter(([path]) => path !== "");

const publicRegistry = "https://registry.npmjs.org/";

/** Packages with an install script, and the reason why each may run it. */
const allowedInstallScripts: Record<string, string> = {
	node: "installs the project's version of Node in node_modules/.bin",
	workerd: "checks the binary for this machine: the Workers runtime",
	esbuild: "checks the binary for this machine: bundles for wrangler and drizzle-kit",
};

const getName = (path: string) => path.replace(/^.*node_modules\//, "");

test("every dependency has one exact version", () => {
	const dependencies = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
	const inexact = dependencies.filter(
		([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
	);
	expect(inexact).toEqual([]);
	for (const [name, version] of dependencies) {
		expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
	}
});

test("packages come only from the public registry", () => {
	const fromElsewhere = lockedPackages.filter(
		([, { resolved }]) => resolved !== undefined && !resolved.startsWith(publicRegistry),
	);
	expect(fromElsewhere).toEqual([]);
});

test("every package that Linux machines install has an integrity hash", () => {
	const onLinux = lockedPackages.filter(
		([, { os, cpu, libc }]) =>
			os.includes("linux") &&
			(cpu.includes("x64") || cpu.includes("arm64")) &&
			libc.includes("glibc"),
	);
	const withoutHash = onLinux.filter(([, { integrity = "" }]) => !integrity.startsWith("sha512-"));
	expect(withoutHash.map(([path]) => path)).toEqual([]);
	expect(onLinux.length).toBeGreaterThan(Object.keys(manifest.dependencies).length);
});

test("only allowed packages have an install script", () => {
	const withScript = lockedPackages.filter(([, { hasInstallScript }]) => hasInstallScript);
	const names = new Set(withScript.map(([path]) => getName(path)));
	expect([...names].sort()).toEqual(Object.keys(allowedInstallScripts).sort());
});

test("the CI workflow runs only .ci/run and pins its actions to commits", () => {
	const workflow = readFileSync(new URL("../../.github/workflows/ci.yml", import.meta.url), "utf8");
	const getValues = (key: string) =>
		Array.from(
			workflow.matchAll(new RegExp(`^ +(?:- )?${key}: (.+)$`, "gm")),
			([, value]) => value,
		);
	expect(getValues("run")).toEqual([".ci/run"]);
	expect(getValues("uses").length).toBeGreaterThan(2);
	for (const action of getValues("uses"))
		expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/);
});
