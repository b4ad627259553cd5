import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { orders, reviews, users } from "#worker/db/schema.ts";
import { runProgram, startProgram } from "../../scripts/support/programs.ts";
import { createAdmin } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);
await createProduct(shop, { quantity: 100, minimum: 10 });

const password = "the admin's password";
const { email } = await createAdmin(shop, { password });

/** Runs `npm run smoke` without its first step, `scripts/setup.mjs`, which has already run. */
const runSmoke = (args: string[], variables: Record<string, string> = {}) =>
	runProgram("node", ["scripts/smoke.ts", ...args], undefined, { PORT: "1", ...variables });

const readStepMarks = (output: string) =>
	Array.from(output.matchAll(/^ {2}(\S) /gm), ([, mark]) => mark);

test("for a working shop, npm run smoke exits with 0 and prints a line for each step and the total", async () => {
	const args = ["--url", shop.url, "--admin", email];
	const { code, output } = await runSmoke(args, { SMOKE_ADMIN_PASSWORD: password });
	expect(output).toMatch(/^ {2}✓ Database: \/healthz\n/);
	expect(output).toMatch(/✓ Cache: shown on \/tools\/\w+ after [\d.]+ s, hidden after [\d.]+ s\n/);
	expect(output).toMatch(/✓ Account deleted: .*\n17 passed, 0 failed, 0 not checked: http:\S+\n$/);
	expect([code, readStepMarks(output)]).toEqual([0, Array(17).fill("✓")]);
	expect(await shop.db.select().from(orders)).toMatchObject([{ paidAt: expect.any(Date) }]);
	expect(await shop.db.select().from(reviews)).toEqual([]);
	expect(await shop.db.select({ email: users.email }).from(users)).toEqual([{ email }]);
});

test("after a failed step, npm run smoke prints the reason, runs the other steps and exits with 1", async () => {
	const args = ["--url", shop.url, "--admin", email];
	const { code, output } = await runSmoke(args, { SMOKE_ADMIN_PASSWORD: "another one" });
	expect(code).toBe(1);
	const { message } = errors.invalid_credentials;
	expect(output).toContain(`✗ Cache: /auth/login responded with 401, not 200: ${message}`);
	expect(output).toContain("✓ Account deleted");
	expect(output).toContain("16 passed, 1 failed, 0 not checked");
});

test("--read-only runs only the seven steps that write nothing", async () => {
	const { code, output } = await runSmoke(["--url", shop.url, "--read-only"]);
	expect([code, readStepMarks(output)]).toEqual([0, Array(7).fill("✓")]);
});

test("without a terminal, npm run smoke skips the manual steps for a deployed shop", async () => {
	const args = ["--url", shop.url, "--env", "staging", "--email", "you@example.com"];
	const { code, output } = await runSmoke(args);
	expect(code).toBe(1);
	expect(output).toContain("✗ No sandbox: /__sandbox/ responded with 200, not 404");
	expect(output).toContain("? Email verified: the verification email could not be read");
	expect(output).toContain("10 passed, 1 failed, 7 not checked");
});

const closedUrl = "http://127.0.0.1:2";
test.each([
	[[], "http://localhost:1 is not reachable"],
	[["--port", "2"], "http://localhost:2 is not reachable"],
	[
		["--url", closedUrl],
		`${closedUrl} is not reachable (fetch failed: connect ECONNREFUSED 127.0.0.1:2): run npm start, or specify another --port or --url`,
	],
])("with the arguments %j, npm run smoke prints a one-line error", async (args, message) => {
	const { code, stdout, output } = await runSmoke(args);
	expect([code, stdout]).toEqual([1, ""]);
	expect(output.trim().split("\n")).toEqual([expect.stringContaining(message)]);
});

test("when Ctrl-C is pressed while npm run smoke waits, it deletes the test account before it exits", async () => {
	const requests: string[] = [];
	const server = createServer(({ method, url = "" }, response) => {
		requests.push(`${method} ${url}`);
		const [isCreated, isDeleted] = ["/auth/signup", "/dashbord/deleteaccount"].map((path) =>
			requests.includes(`POST ${path}`),
		);
		if (url === "/__sandbox/email.json" && isCreated) program.kill("SIGINT");
		const status = url.endsWith("deleteaccount") ? 303 : isDeleted ? 401 : 200;
		response.writeHead(status).end(url === "/__sandbox/email.json" ? "[]" : "{}");
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	const url = `http://127.0.0.1:${address instanceof Object ? address.port : 0}`;
	const program = startProgram("node", ["scripts/smoke.ts", "--url", url]);
	let output = "";
	program.stdout.on("data", (chunk: Buffer) => {
		output += chunk.toString();
	});
	expect(await once(program, "close")).toEqual([1, null]);
	server.close();
	expect(output).toContain("? Email verified: stopped");
	expect(output).toContain("✓ Account deleted: nobody can sign in to the account");
	expect(requests).not.toContain("POST /orders");
});
