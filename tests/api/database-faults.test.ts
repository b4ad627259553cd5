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
	onTestFinished(runtime.stop);
	return {
		...runtime,
		fetch: createVisitorFetch(runtime.url, { "CF-Connecting-IP": randomIpAddress() }),
	};
}

type ShopRuntime = Awaited<ReturnType<typeof startShopIn>>;

const createFolder = () => mkdtemp(join(tmpdir(), "faults-"));

/** The data folder of a stopped shop. Each test copies it. */
const templateFolder = await createFolder();
beforeAll(async () => {
	const { miniflare, stop } = await startRuntime({
		dataFolder: templateFolder,
		workers: await readWorkers(),
	});
	await migrate(await miniflare.getD1Database("DB", shopWorkerName));
	await stop();
	const database = new DatabaseSync(findDatabaseFile(templateFolder));
	database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
	database.close();
});
afterAll(() => rm(templateFolder, { recursive: true }));

/** Returns a new data folder and the path of its database file. */
async function copyDataFolder() {
	const dataFolder = await createFolder();
	onTestFinished(() => rm(dataFolder, { recursive: true }));
	await cp(templateFolder, dataFolder, { recursive: true });
	return { dataFolder, databaseFile: findDatabaseFile(dataFolder) };
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
	const { dataFolder, databaseFile } = await copyDataFolder();
	const shop = await startShopIn(dataFolder);
	const lockingConnection = new DatabaseSync(databaseFile);
	lockingConnection.exec("BEGIN IMMEDIATE");
	await expectUnavailable(shop);
	expect((await signUp(shop)).status).toBe(503);
	lockingConnection.exec("ROLLBACK");
	lockingConnection.close();
	expect((await shop.fetch("/healthz")).status).toBe(200);
	expect((await signUp(shop)).status).toBe(200);
});

test("with a corrupt table, /healthz fails and the rest of the shop works", async () => {
	const { dataFolder, databaseFile } = await copyDataFolder();
	const database = new DatabaseSync(databaseFile);
	const rootRow = database
		.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'orders'")
		.get();
	database.close();
	const handle = await open(databaseFile, "r+");
	const { rootpage } = v.parse(rootSchema, rootRow);
	await handle.write(Buffer.alloc(pageBytes, 0xff), 0, pageBytes, (rootpage - 1) * pageBytes);
	await handle.close();
	const brokenShop = await startShopIn(dataFolder);
	await expectUnavailable(brokenShop, ["/healthz"]);
	expect((await brokenShop.fetch("/products")).status).toBe(200);
});

test("with a corrupt database file, all requests get a 503", async () => {
	const { dataFolder, databaseFile } = await copyDataFolder();
	for (const suffix of ["-wal", "-shm"]) await rm(`${databaseFile}${suffix}`, { force: true });
	await writeFile(databaseFile, "x".repeat(2 * pageBytes));
	const brokenShop = await startShopIn(dataFolder);
	await expectUnavailable(brokenShop);
	expect((await signUp(brokenShop)).status).toBe(503);
});

test("with a missing database file, requests get a 503, not an empty shop", async () => {
	const { dataFolder, databaseFile } = await copyDataFolder();
	for (const suffix of ["", "-wal", "-shm"]) await rm(`${databaseFile}${suffix}`, { force: true });
	await expectUnavailable(await startShopIn(dataFolder));
});
