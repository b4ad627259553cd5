import { mkdir, readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import { requireChromium } from "../support/chromium.ts";

/**
 * Prints the icons of the web manifest from `public/favicon.svg`: `node scripts/pictures/app-icons.ts`. A maskable one
 * keeps its mark within the middle four fifths, which no mask cuts (W3C Web Application Manifest, "safe zone").
 */
const icons = [
	{ file: "icon-192.png", size: 192, padding: 0 },
	{ file: "icon-512.png", size: 512, padding: 0 },
	{ file: "icon-maskable-512.png", size: 512, padding: 64 },
];

const folder = new URL("../../public/icons/", import.meta.url);
const mark = await readFile(new URL("../../public/favicon.svg", import.meta.url), "utf8");
const browser = await chromium.launch({
	executablePath: await requireChromium(),
	args: ["--no-sandbox"],
});
await mkdir(folder, { recursive: true });
for (const { file, size, padding } of icons) {
	const page = await browser.newPage({ viewport: { width: size, height: size } });
	const ground = padding > 0 ? "#15191e" : "transparent";
	await page.setContent(
		`<style>body{margin:0;background:${ground}}svg{display:block;margin:${padding}px;width:${size - 2 * padding}px;height:${size - 2 * padding}px}</style>${mark}`,
	);
	await writeFile(new URL(file, folder), await page.screenshot({ omitBackground: true }));
}
await browser.close();
