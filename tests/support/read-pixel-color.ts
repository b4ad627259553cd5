import type { Page } from "playwright-core";

/** Returns the red, green and blue values (0 to 255) of the pixel at a point in the viewport. */
export async function readPixelColor(page: Page, x: number, y: number): Promise<number[]> {
	const screenshot = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
	return page.evaluate(async (data) => {
		const image = new Image();
		image.src = `data:image/png;base64,${data}`;
		await image.decode();
		const context = document.createElement("canvas").getContext("2d");
		context?.drawImage(image, 0, 0);
		return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
	}, screenshot.toString("base64"));
}
