import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { runProgram, startProgram, stopProgram } from "./programs.ts";
import { UserError } from "./user-error.ts";

/** Headless shells are preferred, because they open a browser context in a third of the time. */
const shellNames = ["chromium-headless-shell", "chrome-headless-shell"];
const browserNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macApplications = ["Google Chrome", "Chromium"].map(
	(name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

function listDownloadedShells(): string[] {
	const browser = chromium.executablePath();
	const folder = browser.replace(/([\\/]chromium)(-\d+[\\/]).*$/, "$1_headless_shell$2");
	return globSync(join(folder, "*/{chrome-headless-shell,headless_shell}{,.exe}"));
}

/** A browser that is installed may still fail to start, because a library is missing. */
const canStart = async (path: string) => (await runProgram(path, ["--version"])).code === 0;

async function findBrowser(): Promise<string | null> {
	const { stdout } = await runProgram("which", [...shellNames, ...browserNames]);
	const installed = [...stdout.split("\n"), ...macApplications].filter((path) => existsSync(path));
	for (const path of [...listDownloadedShells(), ...installed])
		if (await canStart(path)) return path;
	return null;
}

/** Stops at the first error, because without a network, Playwright would retry five times. */
async function downloadBrowser(): Promise<void> {
	if (listDownloadedShells().length > 0) return;
	const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "5000" };
	const args = ["install", "--only-shell", "chromium"];
	const program = startProgram("playwright-core", args, undefined, env);
	program.stdout.resume();
	program.stderr.on("data", (chunk: Buffer) => {
		if (chunk.includes("Error:")) void stopProgram(program);
	});
	await once(program, "close");
}

/**
 * Installs Chromium, or the libraries that a downloaded Chromium needs. Does so only as root, so that it never asks for a password.
 * @returns the path of a browser that starts, or null
 */
async function installWithApt(): Promise<string | null> {
	if (process.getuid?.() !== 0) return null;
	if (listDownloadedShells().length > 0) {
		await runProgram("playwright-core", ["install-deps", "chromium"]);
		return findBrowser();
	}
	const apt = (...args: string[]) =>
		runProgram("apt-get", args, undefined, { DEBIAN_FRONTEND: "noninteractive" });
	await apt("update");
	const { code } = await apt("install", "-y", "chromium-headless-shell");
	if (code !== 0) await apt("install", "-y", "chromium");
	return findBrowser();
}

/** Returns CHROMIUM if it is set; otherwise Playwright's download, an installed browser or, as root, a browser installed with apt. */
export async function requireChromium(): Promise<string> {
	const configured = process.env.CHROMIUM;
	if (configured) {
		if (await canStart(configured)) return configured;
		throw new UserError(
			`CHROMIUM=${configured} does not point to a browser that can start on this machine.`,
		);
	}
	await downloadBrowser();
	const path = (await findBrowser()) ?? (await installWithApt());
	if (path) return path;
	throw new UserError(
		"Chromium is missing and could not be downloaded: install it (`apt-get install chromium`, `brew install --cask chromium`), or set CHROMIUM=<path>.",
	);
}
