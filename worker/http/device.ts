/** The first match is used, because Edge and Opera also claim to be Chrome, and Chrome claims to be Safari. */
const browsers: readonly [RegExp, string][] = [
	[/\bEdg(?:A|iOS)?\//, "Edge"],
	[/\bOPR\//, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\b(?:Firefox|FxiOS)\//, "Firefox"],
	[/\b(?:Chrome|CriOS)\//, "Chrome"],
	[/\bSafari\//, "Safari"],
];

/** The first match is used, because the `User-Agent` of iPhones and iPads also contains "Mac OS X", and that of Android "Linux". */
const systems: readonly [RegExp, string][] = [
	[/\biPhone\b/, "iPhone"],
	[/\biPad\b/, "iPad"],
	[/\bAndroid\b/, "Android"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bWindows\b/, "Windows"],
	[/\bMac OS X\b/, "macOS"],
	[/\bLinux\b/, "Linux"],
];

const findName = (patterns: readonly [RegExp, string][], userAgent: string) =>
	patterns.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Returns the browser and system that a `User-Agent` claims, such as "Firefox on Windows", or a program, such as "curl". */
export function describeDevice(userAgent: string): string {
	const [browser, system] = [findName(browsers, userAgent), findName(systems, userAgent)];
	if (browser && system) return `${browser} on ${system}`;
	const [, program] = /^(?!Mozilla\/)([A-Za-z][\w.-]{0,29})(?:\/|$)/.exec(userAgent) ?? [];
	return browser ?? system ?? program ?? "Unknown device";
}

/** Returns the country that Cloudflare derives from the IP address (ISO 3166-1 alpha-2); null if unknown, or for Tor. */
export const readCountry = ({ cf }: Request): string | null => {
	const country: unknown = cf?.country;
	return typeof country === "string" && /^(?!XX)[A-Z]{2}$/.test(country) ? country : null;
};
