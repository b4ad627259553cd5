import { expect, test } from "vitest";
import { describeDevice } from "./device.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
	[
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0",
		"Firefox on Windows",
	],
	[
		`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/131.0.0.0 Safari/537.36`,
		"Chrome on macOS",
	],
	[
		`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
		"Edge on Windows",
	],
	[
		`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`,
		"Opera on Linux",
	],
	[
		`Mozilla/5.0 (Linux; Android 10; K) ${webKit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
		"Samsung Internet on Android",
	],
	[
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
		"Safari on iPhone",
	],
	[
		"Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1",
		"Chrome on iPad",
	],
	[
		`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/131.0.0.0 Safari/537.36`,
		"Chrome on ChromeOS",
	],
	["curl/8.5.0", "curl"],
	["node", "node"],
	["Mozilla/5.0 (compatible)", "Unknown device"],
	["", "Unknown device"],
	["<script>alert(1)</script>", "Unknown device"],
	["x".repeat(10_000), "Unknown device"],
])("%s is shown as %s", (userAgent, expected) => {
	expect(describeDevice(userAgent)).toBe(expected);
});
