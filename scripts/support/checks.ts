import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { codeOf, Refusal } from "./refusal.ts";
import type { Settings } from "./settings.ts";

const addressesOf = (host: string) => (host === "localhost" ? ["127.0.0.1", "::1"] : [host]);

/** @returns the error code of listening there; "" when it works */
const tryListening = (host: string, port: number): Promise<string> =>
	new Promise((done) => {
		const server = createServer();
		server.once("error", (error) => done(codeOf(error)));
		server.listen({ host, port, exclusive: true }, () => server.close(() => done("")));
	});

/**
 * @returns the addresses to listen on: for `localhost` those of IPv4 and of IPv6, as far as this machine has them
 * @throws Refusal when the port is taken or not permitted
 */
export async function checkPort({ host, port }: Settings, command: string): Promise<string[]> {
	const free: string[] = [];
	for (const address of addressesOf(host)) {
		const code = await tryListening(address, port);
		if (code === "EADDRINUSE") {
			const other = port < 65_535 ? port + 1 : 8787;
			throw new Refusal(
				`Port ${port} is taken by another program: stop it, or choose another with \`PORT=${other} ${command}\`.`,
			);
		}
		if (code === "EACCES") {
			throw new Refusal(
				`Port ${port} needs administrator rights: choose one above 1023 with PORT.`,
			);
		}
		if (code && address === host) {
			throw new Refusal(`HOST=${host} is no address of this machine (${code}).`);
		}
		if (code === "") free.push(address);
	}
	if (free.length === 0)
		throw new Refusal("This machine has no loopback address (127.0.0.1, ::1).");
	return free;
}

/** `mkdir` with `recursive` never ends where folders cannot be created, as under /proc. */
async function makeFolder(path: string): Promise<void> {
	if (existsSync(path)) return;
	await makeFolder(dirname(path));
	await mkdir(path);
}

/** Makes the folder and proves that it can be written. @throws Refusal when it cannot */
export async function checkData({ data }: Pick<Settings, "data">): Promise<void> {
	const probe = join(data, ".probe");
	try {
		await makeFolder(data);
		await writeFile(probe, "");
		await rm(probe);
	} catch (error) {
		const reason = codeOf(error) === "ENOSPC" ? "the disk is full" : codeOf(error);
		throw new Refusal(
			`The data folder ${data} cannot be written (${reason}): choose another with STORE_DATA.`,
		);
	}
}
