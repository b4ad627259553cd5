import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendForm } from "./send-form.ts";

const unreadableFormAction = "/unreadable";

beforeEach(() => {
	vi.stubGlobal("document", { cookie: "", querySelectorAll: () => [] });
	vi.stubGlobal(
		"FormData",
		class extends Map<string, string> {
			constructor(form: { action: string }) {
				if (form.action === unreadableFormAction) throw new Error("cannot be read");
				super();
			}
		},
	);
});
afterEach(() => vi.unstubAllGlobals());

const createForm = (action: string) =>
	({
		action,
		dataset: { responseTarget: "toast" },
		querySelector: () => null,
	}) as unknown as HTMLFormElement;

test("a form that cannot be read does not block the queue and can be sent again", async () => {
	const fetchMock = vi.fn(async (_url: string) => Response.json({}));
	vi.stubGlobal("fetch", fetchMock);
	const first = createForm(unreadableFormAction);
	const results = await Promise.allSettled([
		sendForm(first, null),
		sendForm(createForm("/second"), null),
	]);
	expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
	first.action = "/first";
	await expect(sendForm(first, null)).resolves.toBe(true);
	expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(["/second", "/first"]);
});
