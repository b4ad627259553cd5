import { afterEach, expect, test, vi } from "vitest";
import { syncAccessToken } from "./access-token.ts";

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

/** Mocks a prerendered page; `show` activates it. */
function mockPrerenderedPage() {
	const page = Object.assign(new EventTarget(), { prerendering: true });
	const localStorage = createStorage();
	const fetchMock = vi.fn(async (_path: string) => Response.json({ token: "new" }));
	vi.stubGlobal("document", page);
	vi.stubGlobal("localStorage", localStorage);
	vi.stubGlobal("sessionStorage", createStorage());
	vi.stubGlobal("fetch", fetchMock);
	const show = () => {
		page.prerendering = false;
		page.dispatchEvent(new Event("prerenderingchange"));
	};
	return { localEntries: localStorage.entries, fetchMock, show };
}

test("a prerendered page neither fetches nor removes a token until it is shown", async () => {
	const { localEntries, fetchMock, show } = mockPrerenderedPage();
	localEntries.set("accessToken", "old");
	const { signal } = new AbortController();
	syncAccessToken(null, signal);
	syncAccessToken("ada@example.com", signal);
	expect(fetchMock).not.toHaveBeenCalled();
	expect(localEntries.get("accessToken")).toBe("old");
	show();
	await expect.poll(() => localEntries.get("accessToken")).toBe("new");
	expect(fetchMock.mock.calls.map(([path]) => path)).toEqual(["/user/ada%40example.com"]);
});

test("a prerendered page that has stopped syncing fetches no token when it is shown", () => {
	const { fetchMock, show } = mockPrerenderedPage();
	const controller = new AbortController();
	syncAccessToken("ada@example.com", controller.signal);
	controller.abort();
	show();
	expect(fetchMock).not.toHaveBeenCalled();
});
