import { afterAll, expect, test } from "vitest";
import { startShop } from "../support/shop.ts";
import { createVisitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(shop.stop);

async function readGooglePath(): Promise<string> {
	const response = await createVisitor(shop).fetch("/auth/google");
	const { pathname, search } = new URL(response.headers.get("Location") ?? "");
	return pathname + search;
}

test.each([
	["the sandbox's home page", () => "/__sandbox/"],
	["the sandbox's email outbox", () => "/__sandbox/email"],
	["the mock of Google's account chooser", readGooglePath],
])("%s links to an existing icon", async (_, getPath) => {
	const html = await (await shop.sandbox(await getPath())).text();
	const icon = /<link rel="icon" href="([^"]+)"/.exec(html)?.[1] ?? "";
	const response = await shop.fetch(icon);
	expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/svg+xml"]);
});
