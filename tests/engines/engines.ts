import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import * as v from "valibot";
import { requireChromium } from "../../scripts/support/chromium.ts";
import { runProgram } from "../../scripts/support/programs.ts";
import { startPlaywrightTab } from "./playwright-tab.ts";
import { startPuppeteerTab } from "./puppeteer-tab.ts";
import type { Tab } from "./tab.ts";
import { startWebKitTab } from "./webdriver-tab.ts";

type TabOptions = {
	/** The shop's origin. */
	origin: string;
	/** In CSS pixels; by default 390, or the engine's minimum. */
	width?: number;
	javaScript?: boolean;
};

const engineNames = ["Chromium", "Chromium 114", "Firefox", "WebKit"] as const;

type Engine = {
	name: (typeof engineNames)[number];
	/** WebKitGTK's driver does not respond once a page comes from the back/forward cache. */
	canGoBack: boolean;
	start(options: TabOptions): Promise<Tab>;
};

async function findProgram(...names: string[]): Promise<string | null> {
	const { stdout } = await runProgram("which", names);
	return stdout.split("\n").find((path) => existsSync(path)) ?? null;
}

const miniBrowsers = ["x86_64", "aarch64"].map(
	(machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

const createPuppeteerStart =
	(browser: "chrome" | "firefox", executablePath: string) =>
	({ origin, width = 390, javaScript = true }: TabOptions) =>
		startPuppeteerTab({ browser, executablePath, origin, width, javaScript });

const oldVersion = "114.0.0";
const oldPackage = "node_modules/@sparticuz/chromium";
const packageSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

/** Unpacks the oldest supported Chromium, if its package is installed, and returns its path. */
async function unpackOldChromium(): Promise<string | null> {
	const path = resolve(`node_modules/.cache/chromium-${oldVersion}`);
	if (!existsSync(`${oldPackage}/package.json`)) return null;
	const { version } = v.parse(packageSchema, await readFile(`${oldPackage}/package.json`, "utf8"));
	if (version !== oldVersion) return null;
	if (!existsSync(path)) {
		await mkdir("node_modules/.cache", { recursive: true });
		const program = brotliDecompressSync(await readFile(`${oldPackage}/bin/chromium.br`));
		await writeFile(path, program, { mode: 0o755 });
	}
	return path;
}

/** Returns the engines that are installed, and the names of the others (docs/decisions/browsers.md). */
export async function findEngines(): Promise<{ engines: Engine[]; missing: string[] }> {
	const engines: Engine[] = [];
	// The headless shell of the other tests has no back/forward cache.
	const chromium =
		(await findProgram("chromium", "google-chrome")) ?? (await requireChromium().catch(() => null));
	if (chromium) {
		const start = createPuppeteerStart("chrome", chromium);
		engines.push({ name: "Chromium", canGoBack: true, start });
	}
	const executablePath = await unpackOldChromium();
	if (executablePath) {
		const start = ({ width = 390, javaScript = true, origin }: TabOptions) =>
			startPlaywrightTab({ executablePath, origin, width, javaScript });
		engines.push({ name: "Chromium 114", canGoBack: true, start });
	}
	const firefox = await findProgram("firefox", "firefox-esr");
	if (firefox) {
		const start = createPuppeteerStart("firefox", firefox);
		engines.push({ name: "Firefox", canGoBack: true, start });
	}
	const binary = miniBrowsers.find((path) => existsSync(path));
	if (binary && (await findProgram("WebKitWebDriver")) && (await findProgram("Xvfb"))) {
		engines.push({
			name: "WebKit",
			canGoBack: false,
			start: ({ origin, width = 447, javaScript = true }) =>
				startWebKitTab({ binary, origin, width, javaScript }),
		});
	}
	const missing = engineNames.filter((name) => !engines.some((engine) => engine.name === name));
	return { engines, missing };
}
