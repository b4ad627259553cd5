import { mkdir, readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import { requireChromium } from "./support/chromium.ts";

/**
 * `node scripts/app-icons.ts` renders the icons of the web manifest from `public/favicon.svg`. A maskable icon needs
 * padding around its safe zone (W3C Web Application Manifest).
 */
const icons = [
	{ file: "icon-192.png", size: 192, padding: 0 },
	{ file: "icon-512.png", size: 512, padding: 0 },
	{ file: "icon-maskable-512.png", size: 512, padding: 64 },
];

const folder = new URL("../public/icons/", import.meta.url);
const logo = await readFile(new URL("../public/favicon.svg", import.meta.url), "utf8");
const browser = await chromium.launch({
	executablePath: await requireChromium(),
	args: ["--no-sandbox"],
});
await mkdir(folder, { recursive: true });
for (const { file, size, padding } of icons) {
	const page = await browser.newPage({ viewport: { width: size, height: size } });
	const background = padding > 0 ? "#15191e" : "transparent";
	await page.setContent(
		`<style>body{margin:0;background:${background}}svg{display:block;margin:${padding}px;width:${size - 2 * padding}px;height:${size - 2 * padding}px}</style>${logo}`,
	);
	await writeFile(new URL(file, folder), await page.screenshot({ omitBackground: true }));
}
await browser.close();
