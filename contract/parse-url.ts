/**
 * `URL.parse`, which Safari has from 18 on and which browsers of customers may lack, as they may `URL.canParse`.
 * @param base that a relative address belongs to
 * @returns null where it is no URL
 */
export function parseUrl(text: string, base?: string): URL | null {
	try {
		return new URL(text, base);
	} catch {
		return null;
	}
}
