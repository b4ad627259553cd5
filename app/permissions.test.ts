import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { callAccess } from "#contract/calls/index.ts";
import { pageAccess } from "#contract/permissions.ts";
import { textPages } from "#contract/public-pages.ts";
import { api } from "#worker/api/index.ts";
import routes from "./routes.ts";

/** Returns the path pattern and the file of every page. */
function getPages(entries: RouteConfigEntry[], base = ""): [string, string][] {
	return entries.flatMap((entry) => {
		const pattern = entry.path === undefined ? base : `${base}/${entry.path}`;
		const page: [string, string] = [pattern === "" ? "/" : pattern, entry.file];
		return [page, ...getPages(entry.children ?? [], pattern)];
	});
}

const pages = getPages(await routes);
const calls = api.routes
	.filter(({ method }) => method !== "ALL")
	.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);

/** Calls that the API does not register. They are served as assets, or by the Worker's cached entrypoint (worker/http/uploads.ts). */
const fileCalls = ["GET /data.json", "GET /images/{key}", "GET /documents/{hash}/{name}"];

test("every page has an entry in the permission table", () => {
	expect(pages.length).toBeGreaterThan(15);
	const missing = pages.filter(([pattern]) => !pageAccess.has(pattern));
	expect(missing).toEqual([]);
});

test("every call that the API registers has an entry in the permission table", () => {
	expect(calls.length).toBeGreaterThan(25);
	expect(calls.filter((call) => !callAccess.has(call))).toEqual([]);
});

test("the permission table contains only pages and calls that exist", () => {
	const existing = new Set([...pages.map(([pattern]) => pattern), ...calls, ...fileCalls]);
	expect(
		[...pageAccess.keys(), ...callAccess.keys()].filter((name) => !existing.has(name)),
	).toEqual([]);
});

const getSource = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");

test("every page belongs to one of the layouts", async () => {
	const pageRoutes = (await routes).filter(({ file }) => file.endsWith(".tsx"));
	expect(pageRoutes.map(({ file }) => file)).toEqual([
		"shell/dashboard-layout.tsx",
		"shell/standalone-layout.tsx",
		"shell/storefront-layout.tsx",
	]);
	expect(pageRoutes[0]?.path).toBe("dashbord");
	expect(pageRoutes[2]?.children?.map(({ path }) => `/${path}`)).toEqual(
		expect.arrayContaining([...textPages, "/*"]),
	);
});

test("every page with restricted access has a loader, so that client navigations reach the guard", () => {
	const guarded = pages.filter(([pattern]) => pageAccess.get(pattern) !== "anyone");
	const withoutLoader = guarded.filter(
		([, file]) => !/^export (?:async )?(?:function|const) loader\b/m.test(getSource(file)),
	);
	expect(withoutLoader).toEqual([]);
});
