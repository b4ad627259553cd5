/**
 * Like `URL.parse`, which browsers before Safari 18 lack.
 * @returns null if the text is not a valid URL
 */
export function parseUrl(text: string, base?: string): URL | null {
	try {
		return new URL(text, base);
	} catch {
		return null;
	}
}
