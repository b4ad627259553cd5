import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { runProgram, startProgram, stopProgram } from "./programs.ts";
import { UserError } from "./user-error.ts";

/** A shell is Chromium without its windows: a new visitor costs it a third of the work. Lighthouse needs the whole browser. */
type Kind = "shell" | "browser";

const shellNames = ["chromium-headless-shell", "chrome-headless-shell"];
const browserNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macApplications = ["Google Chrome", "Chromium"].map(
	(name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** @returns what Playwright has downloaded for the version in package.json, the shell beside the browser */
function listDownloaded(kind: Kind): string[] {
	const browser = chromium.executablePath();
	const folder = browser.replace(/([\\/]chromium)(-\d+[\\/]).*$/, "$1_headless_shell$2");
	const shells = globSync(join(folder, "*/{chrome-headless-shell,headless_shell}{,.exe}"));
	return [...(kind === "shell" ? shells : []), browser].filter((path) => existsSync(path));
}

/** An installed browser may lack a library: only one that starts counts. */
const runs = async (path: string) => (await runProgram(path, ["--version"])).code === 0;

async function find(kind: Kind): Promise<string | null> {
	const names = kind === "shell" ? [...shellNames, ...browserNames] : browserNames;
	const { stdout } = await runProgram("which", names);
	const installed = [...stdout.split("\n"), ...macApplications].filter((path) => existsSync(path));
	for (const path of [...listDownloaded(kind), ...installed]) if (await runs(path)) return path;
	return null;
}

/** Gives up at the first error: without a network Playwright itself would retry five times. */
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

/** Installs a Chromium by apt, or the libraries of the downloaded one. Only as root: never asks for a password. */
async function installBySystem(kind: Kind): Promise<void> {
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

/** CHROMIUM, else Playwright's own, which is downloaded once, else an installed one; as root apt installs one. */
async function requireBrowser(kind: Kind): Promise<string> {
	const named = process.env.CHROMIUM;
	if (named) {
		if (await runs(named)) return named;
		throw new UserError(`CHROMIUM=${named} is not a browser that runs here.`);
	}
	for (const obtain of [download, installBySystem]) {
		await obtain(kind);
		const found = await find(kind);
		if (found) return found;
	}
	throw new UserError(
		"A Chromium is needed, and none could be downloaded: install one (`apt-get install chromium`, `brew install --cask chromium`), or name one with CHROMIUM=<path>.",
	);
}

export const requireChromium = () => requireBrowser("browser");

/** The fastest one for tests. @throws UserError when there is none */
export const requireTestBrowser = () => requireBrowser("shell");
