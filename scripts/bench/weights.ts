import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Browser, chromium, type Page, type Response } from "playwright-core";
import { requireChromium } from "../support/chromium.ts";
import { productId, type World } from "./world.ts";

export const kinds = ["HTML", "JS", "CSS", "font", "image", "data"] as const;
type Kind = (typeof kinds)[number];
type Size = { gzip: number; brotli: number };

/** What a page has loaded up to a moment, by kind, in bytes. */
export type Weight = { page: string; moment: string; sizes: Record<Kind, Size> };

/** Quality 5 is near what an edge does on the fly; files compressed beforehand come out smaller. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const kindOf = (type: string): Kind => {
	if (type.includes("html")) return "HTML";
	if (type.includes("javascript")) return "JS";
	if (type.includes("css")) return "CSS";
	if (type.includes("font")) return "font";
	return type.startsWith("image/") ? "image" : "data";
};

/** Pictures and fonts are compressed already, but for SVG. */
function sizeOf(type: string, body: Buffer): Size {
	const packed = /^(image\/(?!svg)|font\/)/.test(type);
	if (packed) return { gzip: body.length, brotli: body.length };
	return { gzip: gzipSync(body).length, brotli: brotliCompressSync(body, quality).length };
}

async function weigh(responses: Response[]): Promise<Weight["sizes"]> {
	const none = () => ({ gzip: 0, brotli: 0 });
	const sizes: Weight["sizes"] = {
		HTML: none(),
		JS: none(),
		CSS: none(),
		font: none(),
		image: none(),
		data: none(),
	};
	for (const response of responses) {
		const type = response.headers()["content-type"] ?? "";
		const body = await response.body().catch(() => Buffer.alloc(0));
		const { gzip, brotli } = sizeOf(type, body);
		const sum = sizes[kindOf(type)];
		sum.gzip += gzip;
		sum.brotli += brotli;
	}
	return sizes;
}

const settled = (page: Page) => page.waitForLoadState("networkidle");

/** By script: a finger or a wheel would be a sign of interest, on which the shop loads React. */
async function scrollToEnd(page: Page): Promise<void> {
	await page.evaluate(async () => {
		for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
			scrollTo({ top, behavior: "instant" });
			await new Promise((resume) => requestAnimationFrame(() => setTimeout(resume, 50)));
		}
	});
	await settled(page);
}

async function weighPage(browser: Browser, url: string, name: string, cookie: string) {
	const context = await browser.newContext({
		viewport: { width: 390, height: 844 },
		deviceScaleFactor: 2,
		isMobile: true,
		hasTouch: true,
		...(cookie ? { extraHTTPHeaders: { Cookie: cookie } } : {}),
	});
	const page = await context.newPage();
	const responses: Response[] = [];
	page.on("response", (response) => responses.push(response));
	const weights: Weight[] = [];
	const note = async (moment: string) =>
		weights.push({ page: name, moment, sizes: await weigh(responses) });
	await page.goto(url);
	await settled(page);
	await note("before interaction");
	await scrollToEnd(page);
	await note("scrolled to the end");
	await page.keyboard.press("Tab");
	await settled(page);
	await note("after the first key");
	await context.close();
	return weights;
}

const totalOf = ({ sizes }: Weight) => kinds.reduce((sum, kind) => sum + sizes[kind].gzip, 0);

/** A later moment at which nothing more was loaded says nothing. */
const isNews = (weight: Weight, index: number, all: Weight[]) => {
	const before = all[index - 1];
	return !before || totalOf(weight) > totalOf(before);
};

/** Loads pages as a phone would. @returns what each has loaded, at three moments if it loads more */
export async function weighPages({ shop, floors, buyers }: World): Promise<Weight[]> {
	const cookie = buyers[0]?.cookie ?? "";
	const browser = await chromium.launch({
		executablePath: await requireChromium(),
		args: ["--no-sandbox", "--disable-background-networking", "--disable-quic"],
	});
	const pages: [string, string, string][] = [
		["floor: minimal page", `${floors.url}/`, ""],
		["home", `${shop.url}/`, ""],
		["home, signed in", `${shop.url}/`, cookie],
		["purchase", `${shop.url}/purchase/${productId}`, cookie],
		["my orders", `${shop.url}/dashbord/myorders`, cookie],
		["login", `${shop.url}/login`, ""],
		["blogs", `${shop.url}/blogs`, ""],
		["404", `${shop.url}/nothing-here`, ""],
	];
	const weights: Weight[] = [];
	for (const [name, url, own] of pages) {
		weights.push(...(await weighPage(browser, url, name, own)).filter(isNews));
	}
	await browser.close();
	return weights;
}
