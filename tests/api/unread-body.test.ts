import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const { hostname, port, host } = new URL(shop.url);

const formatPost = (path: string, body: string) =>
	[
		`POST ${path} HTTP/1.1`,
		`Host: ${host}`,
		"Content-Type: application/json",
		`Content-Length: ${body.length}`,
		"",
		body,
	].join("\r\n");

/** Opens a connection and keeps it alive, as a browser does. */
function openConnection() {
	const socket = connect(Number(port), hostname);
	let text = "";
	socket.on("data", (chunk) => {
		text += chunk.toString("latin1");
	});
	socket.on("error", () => undefined);
	const closed = new Promise((resolve) => socket.once("close", resolve));
	const readStatuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
	/** Returns the status of the response, or undefined if the connection closes without one. */
	async function send(path: string, body: string): Promise<string | undefined> {
		const responseCountBefore = readStatuses().length;
		socket.write(formatPost(path, body));
		while (readStatuses().length === responseCountBefore && !socket.destroyed) {
			await Promise.race([new Promise((resolve) => socket.once("data", resolve)), closed]);
		}
		return readStatuses()[responseCountBefore];
	}
	return { send, closed, close: () => socket.destroy() };
}

test("a connection still responds after a request whose short body was not read", async () => {
	const connection = openConnection();
	for (let round = 0; round < 30; round++) {
		expect(await connection.send("/review", "x".repeat(4_000))).toBe("401");
		expect(await connection.send("/auth/login", "{}")).toBe("400");
	}
	connection.close();
});

test.each([300_000, 4_000_000])(
	"a rejected body of %i bytes does not break other requests",
	async (length) => {
		const openConnections = Array.from({ length: 4 }, openConnection);
		for (let round = 0; round < 8; round++) {
			const largeBodyConnection = openConnection();
			expect(await largeBodyConnection.send("/review", "x".repeat(length))).toBe("401");
			const statuses = [largeBodyConnection, ...openConnections].map((connection) =>
				connection.send("/auth/login", "{}"),
			);
			expect(await Promise.all(statuses)).toEqual(["400", "400", "400", "400", "400"]);
			largeBodyConnection.close();
		}
		for (const connection of openConnections) connection.close();
	},
);

test("a connection is closed after 5 idle seconds, and the next request works on a new one", async () => {
	const idleConnections = Array.from({ length: 8 }, openConnection);
	for (const connection of idleConnections)
		expect(await connection.send("/auth/login", "{}")).toBe("400");
	await Promise.race(idleConnections.map(({ closed }) => closed));
	const lateStatuses = await Promise.all(
		idleConnections.map((connection) => connection.send("/auth/login", "{}")),
	);
	expect(lateStatuses.filter((status) => status !== undefined && status !== "400")).toEqual([]);
	const newConnections = idleConnections.map(() => openConnection());
	const statuses = await Promise.all(
		newConnections.map((connection) => connection.send("/auth/login", "{}")),
	);
	expect(statuses).toEqual(idleConnections.map(() => "400"));
	for (const connection of [...idleConnections, ...newConnections]) connection.close();
});
