import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { encodeQrCode } from "./qr-code.ts";

const toText = (rows: boolean[][]) =>
	rows.map((row) => row.map((isDark) => (isDark ? "1" : "0")).join("")).join("\n");
const digest = (rows: boolean[][]) => createHash("sha256").update(toText(rows)).digest("hex");

const uri = (length: number) =>
	"otpauth://totp/Torque%20Tool%20Depot".padEnd(length, "/GEZDGNBVGY3TQOJQ");

/** The digests are those of the codes that uqr 0.1.3 creates with the same mask. */
test.each([
	[36, 0, 29, "957381238c537de2ebfc860dc81af03707365080aba0a221152ebdcaae72fa2d"],
	[100, 1, 37, "a886f3b2eb99e80adc9a0e7529988bf16b6074473433de0649ce1a4cea005457"],
	[130, 2, 41, "2f7d7c3f17aad55bca22782a730a7e47ac0a160b9a8462360153025c65ee08cb"],
	[131, 3, 41, "7f69916a9c5d9cca1bc9e31b39efbe78df62267c51c7515580e62894eec45d4d"],
	[200, 4, 53, "0b36f04ab73d9e077c49af411ba9f2423ce3a79d8e51d744ba94e1a4ddbffe1e"],
	[300, 5, 61, "d062b65defb2ef48c2a2ccfbeb6e3ce68fdcb3281541efef81e1b7b8b3a6500c"],
	[500, 6, 77, "9112079f69cf06d7dc633661affccaf6f03e631d6dce3049f146f0f4a91d4bb3"],
	[800, 7, 97, "c8c7b96266d95b399d9c2fda16e34b2812117e196d4d576422fc01239dc6a566"],
] as const)("a text of %i bytes with mask %i has %i modules a side", (length, mask, size, sha) => {
	const rows = encodeQrCode(uri(length), mask);
	expect([rows.length, digest(rows)]).toEqual([size, sha]);
});

test("one of the eight masks is chosen, and a text that is too long is rejected", () => {
	const all = Array.from({ length: 8 }, (_, mask) => toText(encodeQrCode(uri(130), mask)));
	expect(all).toContain(toText(encodeQrCode(uri(130))));
	expect(encodeQrCode("x".repeat(858))).toHaveLength(97);
	expect(() => encodeQrCode("x".repeat(859))).toThrow("too long");
});
