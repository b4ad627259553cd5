import { createServer } from "node:net";
import { resolve } from "node:path";
import { getCode, UserError } from "./user-error.ts";

export type Settings = { host: string; port: number; dataFolder: string };

export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
	const port = Number(env.PORT || 8787);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new UserError(`The port must be a number from 1 to 65535, not "${env.PORT}".`);
	}
	return {
		host: env.HOST || "localhost",
		port,
		dataFolder: resolve(env.STORE_DATA || ".wrangler/state"),
	};
}

/** Returns the URL for a browser on this machine: localhost if the shop listens on every interface (`0.0.0.0`, `::`). */
export const getUrl = ({ host, port }: Settings): string =>
	`http://${host === "0.0.0.0" || host === "::" ? "localhost" : host}:${port}`;

/** Resolves to the error code of listening on the port, or "" if it succeeds. */
const tryListening = (host: string, port: number): Promise<string> =>
	new Promise((resolve) => {
		const server = createServer();
		server.once("error", (error) => resolve(getCode(error)));
		server.listen({ host, port, exclusive: true }, () => server.close(() => resolve("")));
	});

/**
 * Checks that the port is free.
 * @returns the addresses to listen on: for `localhost`, 127.0.0.1, and ::1 if this machine has it
 */
export async function checkPort({ host, port }: Settings, command: string): Promise<string[]> {
	const freeAddresses: string[] = [];
	for (const address of host === "localhost" ? ["127.0.0.1", "::1"] : [host]) {
		const code = await tryListening(address, port);
		if (code === "EADDRINUSE") {
			const otherPort = port < 65_535 ? port + 1 : 8787;
			throw new UserError(
				`Port ${port} is used by another program: stop it, or choose another port with \`${command} -- --port ${otherPort}\`.`,
			);
		}
		if (code === "") freeAddresses.push(address);
		else if (address !== "::1" || address === host) {
			const advice = code === "EACCES" ? ": choose a port above 1023" : "";
			throw new UserError(`The shop cannot listen at ${host}, port ${port} (${code})${advice}.`);
		}
	}
	return freeAddresses;
}
