import { expect, test } from "vitest";
import { readBytes, readForm, readText } from "./body.ts";

const mebibyte = 1024 * 1024;

/** Creates a request with a body of 64 MiB, and `consumed.bytes`, the number of bytes that were read from it. */
function createLongRequest(chunkBytes: number) {
	const consumed = { bytes: 0 };
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			consumed.bytes += chunkBytes;
			controller.enqueue(new Uint8Array(chunkBytes));
			if (consumed.bytes >= 64 * mebibyte) controller.close();
		},
	});
	const init = { method: "POST", body, duplex: "half" };
	return { consumed, request: new Request("http://shop.test/", init) };
}

const createRequest = (bytes: number) =>
	new Request("http://shop.test/", { method: "POST", body: new Uint8Array(bytes).fill(7) });

test("rejects a long body and stops reading 16 MiB after the limit", async () => {
	const { request, consumed } = createLongRequest(mebibyte / 4);
	await expect(readBytes(request, mebibyte)).rejects.toMatchObject({ status: 413 });
	expect(consumed.bytes).toBeGreaterThan(16 * mebibyte);
	expect(consumed.bytes).toBeLessThan(18 * mebibyte);
});

test("accepts a body of the maximum length, but not one byte more", async () => {
	expect(await readBytes(createRequest(1000), 1000)).toEqual(new Uint8Array(1000).fill(7));
	await expect(readBytes(createRequest(1001), 1000)).rejects.toMatchObject({ status: 413 });
});

test("rejects a body over the limit that arrives in a single chunk", async () => {
	await expect(readBytes(createRequest(18 * mebibyte), 1000)).rejects.toMatchObject({
		status: 413,
	});
});

test.each([
	["JSON", readText, "invalid_json"],
	["form", (request: Request) => readForm(request), "malformed_form"],
	["file", (request: Request) => readBytes(request, 1000), "malformed_form"],
] as const)(
	"responds to an incomplete %s with 400, not with the 503 of a lost connection to D1",
	async (_, read, code) => {
		const body = new ReadableStream<Uint8Array>({
			pull: (controller) => controller.error(new Error("Network connection lost.")),
		});
		const headers = { "Content-Type": "application/x-www-form-urlencoded" };
		const init = { method: "POST", body, headers, duplex: "half" };
		const request = new Request("http://shop.test/", init);
		await expect(read(request)).rejects.toMatchObject({ status: 400, code });
	},
);

test.each(["1", "100000", "-5", "much"])(
	"reads the entire body of 40,000 bytes even if Content-Length is %s",
	async (length) => {
		const request = createRequest(40_000);
		const requestWithHeader = new Proxy(request, {
			get: (target, name) =>
				name === "headers"
					? new Headers({ "Content-Length": length })
					: Reflect.get(target, name, target),
		});
		expect(await readBytes(requestWithHeader, 50_000)).toEqual(new Uint8Array(40_000).fill(7));
	},
);

test.each([
	"text/plain; application/x-www-form-urlencoded",
	"text/plain; multipart/form-data",
	"application/json",
	"",
])("rejects a form of the type %j", async (type) => {
	const init = { method: "POST", body: "a=1", headers: { "Content-Type": type } };
	await expect(readForm(new Request("http://shop.test/", init))).rejects.toMatchObject({
		code: "unsupported_media_type",
	});
});
