import { globSync } from "node:fs";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { startRuntime } from "../../scripts/runtime/runtime.ts";
import { readSandbox, readShop, shopName } from "../../scripts/runtime/workers.ts";
import { migrate } from "../support/migrate.ts";
import { asJson, createVisitorFetch, randomIpAddress } from "../support/shop.ts";

const pageBytes = 4096;
const rootSchema = v.object({ rootpage: v.number() });

async function createShop(data: string) {
	const runtime = await startRuntime({ data, workers: [await readShop(), await readSandbox()] });
	onTestFinished(runtime.stop);
	return {
		...runtime,
		fetch: createVisitorFetch(runtime.url, { "CF-Connecting-IP": randomIpAddress() }),
	};
}

type OpenShop = Awaited<ReturnType<typeof createShop>>;

/** @returns a shop that is open on a folder of its own, and the file of its database */
async function openOnFile() {
	const data = await mkdtemp(join(tmpdir(), "faults-"));
	onTestFinished(() => rm(data, { recursive: true }));
	const shop = await createShop(data);
	await migrate(await shop.miniflare.getD1Database("DB", shopName));
	const files = globSync(join(data, "v3/d1/miniflare-D1DatabaseObject/*.sqlite"));
	const [file = ""] = files.filter((name) => !name.endsWith("metadata.sqlite"));
	return { data, file, shop };
}

/** What visitors see while the database cannot be asked: a 503 that says when to come again, and no hang. */
async function expectAway({ fetch }: OpenShop, paths = ["/healthz", "/", "/products"]) {
	for (const path of paths) {
		const response = await fetch(path);
		expect([path, response.status, response.headers.get("Retry-After")]).toEqual([path, 503, "60"]);
	}
}

const signUp = ({ fetch }: OpenShop) =>
	fetch("/auth/signup", asJson({ name: "N", email: "n@example.com", password: "a password" }));

test("while the database is locked, pages, API calls and /healthz answer 503, and recover when it is unlocked", async () => {
	const { file, shop } = await openOnFile();
	const other = new DatabaseSync(file);
	other.exec("BEGIN IMMEDIATE");
	await expectAway(shop);
	expect((await signUp(shop)).status).toBe(503);
	other.exec("ROLLBACK");
	other.close();
	expect((await shop.fetch("/healthz")).status).toBe(200);
	expect((await signUp(shop)).status).toBe(200);
});

test("a corrupt table makes /healthz fail while the rest of the shop works", async () => {
	const { data, file, shop } = await openOnFile();
	await shop.stop();
	const database = new DatabaseSync(file);
	database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
	const root = database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'orders'").get();
	database.close();
	const handle = await open(file, "r+");
	const { rootpage } = v.parse(rootSchema, root);
	await handle.write(Buffer.alloc(pageBytes, 0xff), 0, pageBytes, (rootpage - 1) * pageBytes);
	await handle.close();
	const broken = await createShop(data);
	await expectAway(broken, ["/healthz"]);
	expect((await broken.fetch("/products")).status).toBe(200);
});

test("a corrupt database file is a 503", async () => {
	const { data, file, shop } = await openOnFile();
	await shop.stop();
	for (const end of ["-wal", "-shm"]) await rm(`${file}${end}`, { force: true });
	await writeFile(file, "x".repeat(2 * pageBytes));
	const broken = await createShop(data);
	await expectAway(broken);
	expect((await signUp(broken)).status).toBe(503);
});

test("an unavailable database is a 503, not an empty shop", async () => {
	const { data, file, shop } = await openOnFile();
	await shop.stop();
	for (const end of ["", "-wal", "-shm"]) await rm(`${file}${end}`, { force: true });
	await expectAway(await createShop(data));
});
