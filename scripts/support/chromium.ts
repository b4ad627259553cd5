import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { runProgram, startProgram, stopProgram } from "./programs.ts";
import { UserError } from "./user-error.ts";

/** The headless shell opens a new context in a third of the time. Lighthouse needs the full browser. */
type Kind = "shell" | "browser";

const shellNames = ["chromium-headless-shell", "chrome-headless-shell"];
const browserNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macApplications = ["Google Chrome", "Chromium"].map(
	(name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** @returns the paths of the browsers that Playwright has downloaded for its version */
function listDownloaded(kind: Kind): string[] {
	const browser = chromium.executablePath();
	const folder = browser.replace(/([\\/]chromium)(-\d+[\\/]).*$/, "$1_headless_shell$2");
	const shells = globSync(join(folder, "*/{chrome-headless-shell,headless_shell}{,.exe}"));
	return [...(kind === "shell" ? shells : []), browser].filter((path) => existsSync(path));
}

/** An installed browser may lack a library and not start. */
const canStart = async (path: string) => (await runProgram(path, ["--version"])).code === 0;

async function find(kind: Kind): Promise<string | null> {
	const names = kind === "shell" ? [...shellNames, ...browserNames] : browserNames;
	const { stdout } = await runProgram("which", names);
	const installed = [...stdout.split("\n"), ...macApplications].filter((path) => existsSync(path));
	for (const path of [...listDownloaded(kind), ...installed]) if (await canStart(path)) return path;
	return null;
}

/** Stops at the first error: without a network Playwright would retry five times. */
async function download(kind: Kind): Promise<void> {
	if (listDownloaded(kind).length > 0) return;
	const timeout = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "5000" };
	const program = startProgram("playwright-core", ["install", "chromium"], undefined, timeout);
	const closed = new Promise((resolve) => program.once("close", resolve));
	program.stdout.resume();
	program.stderr.on("data", (chunk: Buffer) => {
		if (chunk.includes("Error:")) void stopProgram(program);
	});
	await closed;
}

/** Installs Chromium with apt, or the libraries for the downloaded one. Only as root, so that it never asks for a password. */
async function installWithApt(kind: Kind): Promise<void> {
	if (process.getuid?.() !== 0) return;
	if (listDownloaded(kind).length > 0) {
		await runProgram("playwright-core", ["install-deps", "chromium"]);
		return;
	}
	const apt = (...args: string[]) =>
		runProgram("apt-get", args, undefined, { DEBIAN_FRONTEND: "noninteractive" });
	await apt("update");
	const packages = kind === "shell" ? ["chromium-headless-shell", "chromium"] : ["chromium"];
	for (const name of packages) if ((await apt("install", "-y", name)).code === 0) return;
}

/** Returns CHROMIUM if it is set; otherwise Playwright's download, an installed browser, or as root one that apt installs. */
async function requireBrowser(kind: Kind): Promise<string> {
	const configured = process.env.CHROMIUM;
	if (configured) {
		if (await canStart(configured)) return configured;
		throw new UserError(`CHROMIUM=${configured} is not a browser that starts on this machine.`);
	}
	for (const install of [download, installWithApt]) {
		await install(kind);
		const found = await find(kind);
		if (found) return found;
	}
	throw new UserError(
		"Chromium is missing and could not be downloaded: install it (`apt-get install chromium`, `brew install --cask chromium`), or set CHROMIUM=<path>.",
	);
}

export const requireChromium = () => requireBrowser("browser");

/** Returns the fastest browser for tests. @throws UserError if there is none */
export const requireTestBrowser = () => requireBrowser("shell");
