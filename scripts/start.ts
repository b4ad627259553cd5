import { buildIfChanged, builtShop } from "./support/build.ts";
import { checkData, checkPort } from "./support/checks.ts";
import { prepareDatabase } from "./support/database.ts";
import { holdData } from "./support/hold.ts";
import { endOnSignal, startProgram } from "./support/programs.ts";
import { runCommand } from "./support/refusal.ts";
import { serve } from "./support/serve.ts";
import { readSettings, urlOf } from "./support/settings.ts";

/** `npm start`: builds, migrates, seeds and serves the shop on workerd (architecture.md §3). */
async function start(): Promise<number> {
	const settings = readSettings();
	endOnSignal(0);
	await checkPort(settings, "npm start");
	await checkData(settings);
	holdData(settings.data, "open");
	await buildIfChanged();
	await prepareDatabase(settings.data);
	const configs = ["-c", builtShop, "-c", "sandbox/wrangler.toml"];
	const address = ["--ip", settings.host, "--port", String(settings.port), "--inspector-port", "0"];
	const origin = ["--var", `SHOP_ORIGIN:${urlOf(settings)}`];
	const args = ["dev", ...configs, ...address, ...origin, "--persist-to", settings.data];
	return serve(startProgram("wrangler", args, settings.data), settings);
}

await runCommand(start);
