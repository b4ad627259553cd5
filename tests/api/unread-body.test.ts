import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const { hostname, port, host } = new URL(shop.url);

const post = (path: string, body: string) =>
	[
		`POST ${path} HTTP/1.1`,
		`Host: ${host}`,
		"Content-Type: application/json",
		`Content-Length: ${body.length}`,
		"",
		body,
	].join("\r\n");

/** A connection that is kept alive, as a browser's. */
function openConnection() {
	const socket = connect(Number(port), hostname);
	let text = "";
	socket.on("data", (chunk) => {
		text += chunk.toString("latin1");
	});
	socket.on("error", () => undefined);
	const closed = new Promise((done) => socket.once("close", done));
	const readStatuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
	/** @returns the status of the answer; undefined where the connection ends without one */
	async function send(path: string, body: string): Promise<string | undefined> {
		const before = readStatuses().length;
		socket.write(post(path, body));
		while (readStatuses().length === before && !socket.destroyed) {
			await Promise.race([new Promise((done) => socket.once("data", done)), closed]);
		}
		return readStatuses()[before];
	}
	return { send, closed, end: () => socket.destroy() };
}

test("a request after one with an unread short body is answered on the same connection", async () => {
	const one = openConnection();
	for (let round = 0; round < 30; round++) {
		expect(await one.send("/review", "x".repeat(4_000))).toBe("401");
		expect(await one.send("/auth/login", "{}")).toBe("400");
	}
	one.end();
});

test.each([300_000, 4_000_000])(
	"a refused body of %i bytes makes no other request on the connection fail",
	async (length) => {
		const others = Array.from({ length: 4 }, openConnection);
		for (let round = 0; round < 8; round++) {
			const refused = openConnection();
			expect(await refused.send("/review", "x".repeat(length))).toBe("401");
			const answers = [refused, ...others].map((one) => one.send("/auth/login", "{}"));
			expect(await Promise.all(answers)).toEqual(["400", "400", "400", "400", "400"]);
			refused.end();
		}
		for (const other of others) other.end();
	},
);

test("a connection that is idle for 5 s is closed without a response, and the next request is answered", async () => {
	const idle = Array.from({ length: 8 }, openConnection);
	for (const one of idle) expect(await one.send("/auth/login", "{}")).toBe("400");
	await Promise.race(idle.map(({ closed }) => closed));
	const late = await Promise.all(idle.map((one) => one.send("/auth/login", "{}")));
	expect(late.filter((status) => status !== undefined && status !== "400")).toEqual([]);
	const next = idle.map(() => openConnection());
	const answers = await Promise.all(next.map((one) => one.send("/auth/login", "{}")));
	expect(answers).toEqual(idle.map(() => "400"));
	for (const one of [...idle, ...next]) one.end();
});
