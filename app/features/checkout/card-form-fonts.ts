import type { CustomFontSource } from "@stripe/stripe-js";
import font from "#app/fonts/archivo-core.woff2?url";

const asDataUrl = (blob: Blob) =>
	new Promise<string>((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(blob);
	});

/**
 * The shop's typeface for Stripe's frame, which takes fonts from `https:` and `data:` addresses alone. A
 * data address needs no CORS header on the file, and no https on this machine.
 * @returns no font when it cannot be had: the fields are shown in another one
 */
export async function loadFonts(): Promise<CustomFontSource[]> {
	try {
		const response = await fetch(font, { signal: AbortSignal.timeout(3_000) });
		if (!response.ok) return [];
		const bytes = await response.arrayBuffer();
		const src = `url(${await asDataUrl(new Blob([bytes], { type: "font/woff2" }))})`;
		return [{ family: "Archivo", src, weight: "400" }];
	} catch {
		return [];
	}
}
