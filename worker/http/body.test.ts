import { expect, test } from "vitest";
import { readBytes, readForm } from "./body.ts";

const mebibyte = 1024 * 1024;

/** A body of 64 MiB in pieces. @returns it, and how many bytes were taken of it */
function longBody(chunkBytes: number) {
	const taken = { bytes: 0 };
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			taken.bytes += chunkBytes;
			controller.enqueue(new Uint8Array(chunkBytes));
			if (taken.bytes >= 64 * mebibyte) controller.close();
		},
	});
	const init = { method: "POST", body, duplex: "half" };
	return { taken, request: new Request("http://shop.test/", init) };
}

const requestOf = (bytes: number) =>
	new Request("http://shop.test/", { method: "POST", body: new Uint8Array(bytes).fill(7) });

test("a body far beyond the limit is refused after 16 MiB more, and read no further", async () => {
	const { request, taken } = longBody(mebibyte / 4);
	await expect(readBytes(request, mebibyte)).rejects.toMatchObject({ status: 413 });
	expect(taken.bytes).toBeGreaterThan(16 * mebibyte);
	expect(taken.bytes).toBeLessThan(18 * mebibyte);
});

test("a body of the maximum length is read, one byte more is refused", async () => {
	expect(await readBytes(requestOf(1000), 1000)).toEqual(new Uint8Array(1000).fill(7));
	await expect(readBytes(requestOf(1001), 1000)).rejects.toMatchObject({ status: 413 });
});

test("a body that arrives in a single chunk beyond the limit is refused too", async () => {
	await expect(readBytes(requestOf(18 * mebibyte), 1000)).rejects.toMatchObject({ status: 413 });
});

test.each(["1", "100000", "-5", "much"])(
	"a Content-Length of %s changes nothing of what is read",
	async (length) => {
		const request = requestOf(40_000);
		const lying = new Proxy(request, {
			get: (target, name) =>
				name === "headers"
					? new Headers({ "Content-Length": length })
					: Reflect.get(target, name, target),
		});
		expect(await readBytes(lying, 50_000)).toEqual(new Uint8Array(40_000).fill(7));
	},
);

test.each([
	"text/plain; application/x-www-form-urlencoded",
	"text/plain; multipart/form-data",
	"application/json",
	"",
])("a body of type %j is refused as a form", async (type) => {
	const init = { method: "POST", body: "a=1", headers: { "Content-Type": type } };
	await expect(readForm(new Request("http://shop.test/", init))).rejects.toMatchObject({
		code: "unsupported_media_type",
	});
});
