import { existsSync } from "node:fs";
import { requireChromium } from "../../scripts/support/chromium.ts";
import { runProgram } from "../../scripts/support/programs.ts";
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

type Engine = {
	name: "Chromium" | "Firefox" | "WebKit";
	canDisableJavaScript: boolean;
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

const startPuppeteer =
	(browser: "chrome" | "firefox", executablePath: string) =>
	({ origin, width = 390, javaScript = true }: TabOptions) =>
		startPuppeteerTab({ browser, executablePath, origin, width, javaScript });

/** Returns the engines that are installed: `apt-get install chromium firefox-esr webkit2gtk-driver xvfb` installs all of them. */
export async function findEngines(): Promise<Engine[]> {
	const engines: Engine[] = [];
	// The headless shell of the other tests has no back/forward cache.
	const chromium =
		(await findProgram("chromium", "google-chrome")) ?? (await requireChromium().catch(() => null));
	if (chromium) {
		const start = startPuppeteer("chrome", chromium);
		engines.push({ name: "Chromium", canDisableJavaScript: true, canGoBack: true, start });
	}
	const firefox = await findProgram("firefox", "firefox-esr");
	if (firefox) {
		const start = startPuppeteer("firefox", firefox);
		engines.push({ name: "Firefox", canDisableJavaScript: true, canGoBack: true, start });
	}
	const binary = miniBrowsers.find((path) => existsSync(path));
	if (binary && (await findProgram("WebKitWebDriver")) && (await findProgram("Xvfb"))) {
		engines.push({
			name: "WebKit",
			canDisableJavaScript: false,
			canGoBack: false,
			start: ({ origin, width = 447 }) => startWebKitTab({ binary, origin, width }),
		});
	}
	return engines;
}
