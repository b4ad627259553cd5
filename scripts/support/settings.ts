import { resolve } from "node:path";
import { Refusal } from "./refusal.ts";

/** Where the local shop listens, and the folder of its data (architecture.md §3). */
export type Settings = { host: string; port: number; data: string };

/** @throws Refusal when PORT is no port */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
	const port = Number(env.PORT || 8787);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new Refusal(`PORT must be a number from 1 to 65535, not "${env.PORT}".`);
	}
	return {
		host: env.HOST || "localhost",
		port,
		data: resolve(env.STORE_DATA || ".wrangler/state"),
	};
}

/** @returns the address a visitor on this machine opens; every interface (`0.0.0.0`, `::`) is reached as localhost */
export const urlOf = ({ host, port }: Settings): string =>
	`http://${host === "0.0.0.0" || host === "::" ? "localhost" : host}:${port}`;
