import { buildIfChanged } from "./support/build.ts";
import { prepareDatabase } from "./support/database.ts";
import { holdData } from "./support/hold.ts";
import { endOnSignal } from "./support/programs.ts";
import { runCommand } from "./support/refusal.ts";
import { serveShop } from "./support/serve-shop.ts";
import { checkPort, readSettings } from "./support/settings.ts";
import { stage } from "./support/stage.ts";

/** `npm start`: builds, migrates, seeds and serves the shop on workerd (architecture.md §3). */
async function start(): Promise<number> {
	const settings = readSettings();
	endOnSignal(0);
	const hosts = await checkPort(settings, "npm start");
	holdData(settings.data, "open");
	await stage("Building the shop", () => buildIfChanged());
	await prepareDatabase(settings.data);
	return serveShop(settings, hosts);
}

await runCommand(start);
