import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { checkPort, getUrl, readSettings } from "./settings.ts";

const settings = readSettings({});

/** Listens on a free port of 127.0.0.1 until the test ends. */
async function occupyPort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The server has no port.");
	return address.port;
}

test("the shop is at localhost:8787 by default", () => {
	expect(getUrl(settings)).toBe("http://localhost:8787");
	expect(getUrl(readSettings({ PORT: "9000", HOST: "0.0.0.0" }))).toBe("http://localhost:9000");
});

test.each(["abc", "0", "65536", "80.5"])("rejects PORT=%s", (PORT) => {
	expect(() => readSettings({ PORT })).toThrow(`not "${PORT}"`);
});

test("suggests another port if the port is in use", async () => {
	const port = await occupyPort();
	await expect(checkPort({ ...settings, port }, "npm start")).rejects.toThrow(
		`Port ${port} is used by another program: stop it, or choose another port with \`npm start -- --port ${port + 1}\`.`,
	);
});

test("rejects the address of another machine", async () => {
	const otherHost = { ...settings, host: "192.0.2.1" };
	await expect(checkPort(otherHost, "npm start")).rejects.toThrow(
		"The shop cannot listen at 192.0.2.1, port 8787 (EADDRNOTAVAIL).",
	);
});
