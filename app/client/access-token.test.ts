import { afterEach, expect, test, vi } from "vitest";
import { keepAccessToken } from "./access-token.ts";

afterEach(() => vi.unstubAllGlobals());

const createStorage = () => {
	const entries = new Map<string, string>();
	return {
		entries,
		getItem: (key: string) => entries.get(key) ?? null,
		setItem: (key: string, text: string) => void entries.set(key, text),
		removeItem: (key: string) => void entries.delete(key),
	};
};

/** A browser's page, which is rendered ahead of the click that opens it until `show` is called. */
function openPrerendered() {
	const page = Object.assign(new EventTarget(), { prerendering: true });
	const local = createStorage();
	const fetched = vi.fn(async (_path: string) => Response.json({ token: "new" }));
	vi.stubGlobal("document", page);
	vi.stubGlobal("localStorage", local);
	vi.stubGlobal("sessionStorage", createStorage());
	vi.stubGlobal("fetch", fetched);
	const show = () => {
		page.prerendering = false;
		page.dispatchEvent(new Event("prerenderingchange"));
	};
	return { tokens: local.entries, fetched, show };
}

test("a page that is rendered ahead fetches and removes no token until it is shown", async () => {
	const { tokens, fetched, show } = openPrerendered();
	tokens.set("accessToken", "old");
	keepAccessToken(null);
	keepAccessToken("ada@example.com");
	expect(fetched).not.toHaveBeenCalled();
	expect(tokens.get("accessToken")).toBe("old");
	show();
	await expect.poll(() => tokens.get("accessToken")).toBe("new");
	expect(fetched.mock.calls.map(([path]) => path)).toEqual(["/user/ada%40example.com"]);
});

test("a page that was never shown leaves the token alone once it ends", () => {
	const { fetched, show } = openPrerendered();
	keepAccessToken("ada@example.com")();
	show();
	expect(fetched).not.toHaveBeenCalled();
});
