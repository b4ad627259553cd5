/** `URL.parse`, which Safari lacks before version 18. */
export function parseUrl(text: string, base?: string): URL | null {
	try {
		return new URL(text, base);
	} catch {
		return null;
	}
}
