import { globSync } from "node:fs";
import { cp, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startRuntime } from "../../scripts/runtime/runtime.ts";
import { readSandbox, readShop, shopWorkerName } from "../../scripts/runtime/workers.ts";
import { migrate } from "../support/migrate.ts";
import { validPassword } from "../support/passwords.ts";
import { createJsonInit, createVisitorFetch, randomIpAddress } from "../support/shop.ts";

const pageBytes = 4096;
const rootSchema = v.object({ rootpage: v.number() });

const readWorkers = () => Promise.all([readShop(), readSandbox()]);

function findDatabaseFile(dataFolder: string): string {
	const files = globSync(join(dataFolder, "v3/d1/miniflare-D1DatabaseObject/*.sqlite"));
	return files.find((name) => !name.endsWith("metadata.sqlite")) ?? "";
}

async function startShopIn(dataFolder: string) {
	const runtime = await startRuntime({ dataFolder, workers: await readWorkers() });
	return {
		...runtime,
		fetch: createVisitorFetch(runtime.url, { "CF-Connecting-IP": randomIpAddress() }),
	};
}

type ShopRuntime = Awaited<ReturnType<typeof startShopIn>>;

const createFolder = () => mkdtemp(join(tmpdir(), "faults-"));

/** The data folder of a shop whose database is intact. */
const intactFolder = await createFolder();
const intactShop = await startShopIn(intactFolder);
beforeAll(async () => migrate(await intactShop.miniflare.getD1Database("DB", shopWorkerName)));
afterAll(async () => {
	await intactShop.stop();
	await rm(intactFolder, { recursive: true });
});

/** Copies the intact data folder, lets `breakDatabase` damage the database file in the copy, and starts a shop on it. */
async function startBrokenShop(breakDatabase: (file: string) => Promise<void>) {
	const dataFolder = await createFolder();
	onTestFinished(() => rm(dataFolder, { recursive: true }));
	const database = new DatabaseSync(findDatabaseFile(intactFolder));
	database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
	database.close();
	await cp(intactFolder, dataFolder, { recursive: true });
	const databaseFile = findDatabaseFile(dataFolder);
	for (const suffix of ["-wal", "-shm"]) await rm(`${databaseFile}${suffix}`, { force: true });
	await breakDatabase(databaseFile);
	const brokenShop = await startShopIn(dataFolder);
	onTestFinished(brokenShop.stop);
	return brokenShop;
}

/** Expects a 503 with Retry-After. */
async function expectUnavailable({ fetch }: ShopRuntime, paths = ["/healthz", "/", "/products"]) {
	for (const path of paths) {
		const response = await fetch(path);
		expect([path, response.status, response.headers.get("Retry-After")]).toEqual([path, 503, "60"]);
	}
}

const signUp = ({ fetch }: ShopRuntime) =>
	fetch(
		"/auth/signup",
		createJsonInit({ name: "N", email: "n@example.com", password: validPassword }),
	);

test("pages, API calls and /healthz respond with 503 only while the database is locked", async () => {
	const lockingConnection = new DatabaseSync(findDatabaseFile(intactFolder));
	lockingConnection.exec("BEGIN IMMEDIATE");
	await expectUnavailable(intactShop);
	expect((await signUp(intactShop)).status).toBe(503);
	lockingConnection.exec("ROLLBACK");
	lockingConnection.close();
	expect((await intactShop.fetch("/healthz")).status).toBe(200);
	expect((await signUp(intactShop)).status).toBe(200);
});

test("with a corrupt table, /healthz fails and the rest of the shop works", async () => {
	const brokenShop = await startBrokenShop(async (file) => {
		const database = new DatabaseSync(file);
		const rootRow = database
			.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'orders'")
			.get();
		database.close();
		const handle = await open(file, "r+");
		const { rootpage } = v.parse(rootSchema, rootRow);
		await handle.write(Buffer.alloc(pageBytes, 0xff), 0, pageBytes, (rootpage - 1) * pageBytes);
		await handle.close();
	});
	await expectUnavailable(brokenShop, ["/healthz"]);
	expect((await brokenShop.fetch("/products")).status).toBe(200);
});

test("with a corrupt database file, all requests get a 503", async () => {
	const brokenShop = await startBrokenShop((file) => writeFile(file, "x".repeat(2 * pageBytes)));
	await expectUnavailable(brokenShop);
	expect((await signUp(brokenShop)).status).toBe(503);
});

test("with a missing database file, requests get a 503, not an empty shop", async () => {
	await expectUnavailable(await startBrokenShop((file) => rm(file)));
});
