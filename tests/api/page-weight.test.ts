import { globSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startShop } from "../support/shop.ts";

const clientFolder = "build/client";
const assetsFolder = `${clientFolder}/assets`;
const routeSchema = v.object({
	parentId: v.optional(v.string()),
	module: v.string(),
	imports: v.array(v.string()),
});
const manifestSchema = v.object({
	entry: v.object({ module: v.string(), imports: v.array(v.string()) }),
	routes: v.record(v.string(), routeSchema),
});

const files = await readdir(assetsFolder);
const manifestPath = `/assets/${files.find((file) => file.startsWith("manifest-"))}`;
const readManifest = async () => {
	const script = await readFile(`${clientFolder}${manifestPath}`, "utf8");
	return v.parse(manifestSchema, JSON.parse(script.slice(script.indexOf("{"), -1)));
};
const { entry, routes } = await readManifest();

/** Returns the scripts that a route loads: its own, those of its parent routes, and React Router's. */
function listScripts(id: string | undefined): string[] {
	const route = id === undefined ? undefined : routes[id];
	if (!route) return [entry.module, ...entry.imports];
	return [route.module, ...route.imports, ...listScripts(route.parentId)];
}

async function measureGzippedBytes(paths: string[]): Promise<number> {
	const contents = await Promise.all(
		[...new Set(paths)].map((path) => readFile(`${clientFolder}${path}`)),
	);
	return contents.reduce((sum, content) => sum + gzipSync(content).length, 0);
}

/** Other pages load none of these routes' scripts. tests/e2e/budgets.test.ts measures what they load. */
const dashboardRoutes = Object.keys(routes).filter((id) => {
	const { parentId } = routes[id] ?? {};
	return id === "shell/dashboard-layout" || parentId === "shell/dashboard-layout";
});

test("the build has more than 15 dashboard routes", () => {
	expect(dashboardRoutes.length).toBeGreaterThan(15);
});

test("no client script contains React's server renderer", async () => {
	for (const name of files.filter((file) => file.endsWith(".js"))) {
		expect(await readFile(`${assetsFolder}/${name}`, "utf8"), name).not.toContain("renderToString");
	}
});

test.each(dashboardRoutes)("%s loads at most 150 kB of script after gzip", async (id) => {
	expect(await measureGzippedBytes([...listScripts(id), manifestPath])).toBeLessThan(150_000);
});

test("validating a dashboard form loads at most 25 kB of additional script", async () => {
	const [fileName = ""] = files.filter((file) => file.startsWith("form-check.client-"));
	const script = await readFile(`${assetsFolder}/${fileName}`, "utf8");
	const imports = [...script.matchAll(/from"\.\/([\w.-]+\.js)"/g)].map(([, name]) => name);
	expect(imports.length).toBeGreaterThan(1);
	const paths = [fileName, ...imports].map((name) => `/assets/${name}`);
	const pageScripts = listScripts("shell/dashboard-layout");
	const newScripts = paths.filter((path) => !pageScripts.includes(path));
	expect(await measureGzippedBytes(newScripts)).toBeLessThan(25_000);
});

// At a higher priority, browsers would fetch these scripts before pictures and fonts, which Lighthouse counts as time before the first paint.
test("scripts shared by all dashboard pages are first preloaded at a low priority", async () => {
	const shop = await startShop();
	onTestFinished(() => shop.stop());
	const response = await (await createAccount(shop)).fetch("/dashbord/myorders");
	const links = [...(await response.text()).matchAll(/<link[^>]*rel="modulepreload"[^>]*>/g)];
	const sharedScripts = [...new Set(listScripts("shell/dashboard-layout"))];
	expect(sharedScripts.length).toBeGreaterThan(10);
	for (const url of sharedScripts) {
		const firstPreload = links.find(([link]) => link.includes(`href="${url}"`));
		expect(firstPreload?.[0], url).toContain('fetchPriority="low"');
	}
});

// Sorts the files, because their order changes the result by 0.2 kB and depends on the file system.
async function measureGzippedTogether(paths: Iterable<string>): Promise<number> {
	const contents = await Promise.all([...paths].sort().map((path) => readFile(path)));
	return gzipSync(Buffer.concat(contents)).length;
}

test("the Worker is at most 433 kB after gzip", async () => {
	const modules = globSync("build/server/**/*.js");
	expect(modules.length).toBeGreaterThan(0);
	expect(await measureGzippedTogether(modules)).toBeLessThan(433_000);
});

test("the Worker loads at most 388 kB of its modules for its first public page", async () => {
	const loadedModules = new Set([
		"build/server/index.js",
		...globSync("build/server/assets/server-build.js"),
	]);
	expect(loadedModules.size).toBe(2);
	for (const path of loadedModules) {
		const code = await readFile(path, "utf8");
		for (const [, url = ""] of code.matchAll(/\b(?:from|import)"(\.[^"]+)"/g)) {
			loadedModules.add(join(dirname(path), url));
		}
	}
	expect(loadedModules.size).toBeGreaterThan(4);
	expect(await measureGzippedTogether(loadedModules)).toBeLessThan(388_000);
});

test("the CSS is at most 16 kB after gzip", async () => {
	const styles = files.filter((file) => file.endsWith(".css"));
	expect(styles.length).toBeGreaterThan(0);
	expect(await measureGzippedBytes(styles.map((file) => `/assets/${file}`))).toBeLessThan(16_000);
});

test.each([
	["recharts-", []],
	["/stripe.js", ["features/checkout/payment", "features/checkout/checkout-payment"]],
])("the text %j is only in the scripts of the routes %j", async (text, expectedRoutes) => {
	const routesWithText: string[] = [];
	for (const id of dashboardRoutes) {
		const scripts = await Promise.all(
			listScripts(id).map((path) => readFile(`${clientFolder}${path}`, "utf8")),
		);
		if (scripts.some((script) => script.includes(text))) routesWithText.push(id);
	}
	expect(routesWithText).toEqual(expectedRoutes);
});
