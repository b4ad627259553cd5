import { createHash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import {
	chooseGoogleAccount,
	createEmailAddress,
	finishGoogleSignIn,
	startGoogleSignIn,
	workspaceAccount,
} from "../support/google.ts";
import { randomIpAddress, startShop } from "../support/shop.ts";
import { createVisitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(shop.stop);

test("a callback URL works only once", async () => {
	const visitor = createVisitor(shop);
	const path = await chooseGoogleAccount(
		shop,
		await startGoogleSignIn(visitor),
		workspaceAccount(createEmailAddress()),
	);
	expect(await finishGoogleSignIn(visitor, path)).toMatchObject({
		location: "/",
		message: undefined,
	});
	expect(await finishGoogleSignIn(visitor, path)).toMatchObject({
		message: errors.google_expired.message,
	});
});

test("a second attempt to sign in with Google works and invalidates the first", async () => {
	const visitor = createVisitor(shop);
	const firstGooglePage = await startGoogleSignIn(visitor);
	const secondGooglePage = await startGoogleSignIn(visitor);
	const email = createEmailAddress();
	const result = await finishGoogleSignIn(
		visitor,
		await chooseGoogleAccount(shop, firstGooglePage, workspaceAccount(email)),
	);
	expect(result).toMatchObject({
		location: "/login?from=%2F",
		message: errors.google_expired.message,
	});
	const path = await chooseGoogleAccount(shop, secondGooglePage, workspaceAccount(email));
	expect((await visitor.fetch(path)).headers.get("Location")).toBe("/");
});

test("another visitor's callback URL signs no one in", async () => {
	const [attacker, victim] = [createVisitor(shop), createVisitor(shop)];
	const path = await chooseGoogleAccount(
		shop,
		await startGoogleSignIn(attacker),
		workspaceAccount(createEmailAddress()),
	);
	await startGoogleSignIn(victim);
	expect(await finishGoogleSignIn(victim, path)).toMatchObject({
		message: errors.google_expired.message,
	});
	expect(victim.cookie("session")).toBeUndefined();
	expect(await finishGoogleSignIn(createVisitor(shop), path)).toMatchObject({
		message: errors.google_expired.message,
	});
});

test("rejects a code from another visitor's sign-in, because of PKCE and the nonce", async () => {
	const [attacker, victim] = [createVisitor(shop), createVisitor(shop)];
	const attackerCallback = new URL(
		await chooseGoogleAccount(
			shop,
			await startGoogleSignIn(attacker),
			workspaceAccount(createEmailAddress()),
		),
		shop.url,
	);
	const victimGooglePage = await startGoogleSignIn(victim);
	const path = `/auth/google/callback?${new URLSearchParams({
		code: attackerCallback.searchParams.get("code") ?? "",
		state: victimGooglePage.searchParams.get("state") ?? "",
	})}`;
	expect(await finishGoogleSignIn(victim, path)).toMatchObject({
		message: errors.google_expired.message,
	});
	expect(victim.cookie("session")).toBeUndefined();
});

test("a callback with a forged cookie is rejected before the code is exchanged", async () => {
	const [visitor, verifier] = [createVisitor(shop), "v".repeat(43)];
	const authorizationUrl = await startGoogleSignIn(visitor);
	const codeChallenge = createHash("sha256").update(verifier).digest("base64url");
	const forgedState = { state: "forged", nonce: "forged" };
	for (const [name, value] of Object.entries({ ...forgedState, code_challenge: codeChallenge })) {
		authorizationUrl.searchParams.set(name, value);
	}
	const path = await chooseGoogleAccount(
		shop,
		authorizationUrl,
		workspaceAccount(createEmailAddress()),
	);
	const attempt = { ...forgedState, verifier, from: "/" };
	const unsignedCookie = { purpose: "google attempt", until: Date.now() + 60_000, value: attempt };
	const mac = (visitor.cookie("google") ?? "").split(".")[1];
	for (const forgedCookie of [
		JSON.stringify(attempt),
		`${Buffer.from(JSON.stringify(unsignedCookie)).toString("base64url")}.${mac}`,
	]) {
		const headers = { Cookie: `google=${encodeURIComponent(forgedCookie)}` };
		const cookies = (await shop.fetch(path, { headers })).headers.getSetCookie().join();
		expect(cookies).not.toContain("session=");
		expect(decodeURIComponent(cookies)).toContain(errors.google_expired.message);
	}
});

test("codes that callbacks send to Google are rate-limited per IP address", {
	timeout: 60_000,
}, async () => {
	const visitor = createVisitor(shop);
	const authorizationUrl = await startGoogleSignIn(visitor);
	const state = authorizationUrl.searchParams.get("state") ?? "";
	const cookie = `google=${encodeURIComponent(visitor.cookie("google") ?? "")}`;
	const ipAddress = randomIpAddress();
	const send = async () => {
		const path = `/auth/google/callback?${new URLSearchParams({ state, code: "invented" })}`;
		const headers = { Cookie: cookie, "CF-Connecting-IP": ipAddress };
		const flash = (await shop.fetch(path, { headers })).headers.getSetCookie().join();
		return decodeURIComponent(flash).includes(errors.rate_limited.message) ? "limited" : "sent";
	};
	let sentCodeCount = 0;
	for (let requestCount = 0; requestCount < 140; requestCount += 20) {
		const outcomes = await Promise.all(Array.from({ length: 20 }, send));
		sentCodeCount += outcomes.filter((outcome) => outcome === "sent").length;
		if (outcomes.includes("limited")) break;
	}
	expect(sentCodeCount).toBeGreaterThanOrEqual(30);
	expect(sentCodeCount, "no request was limited").toBeLessThan(140);
});

test("a callback with missing or invalid parameters shows an error message", async () => {
	const visitor = createVisitor(shop);
	for (const query of ["", "?state=&code=", "?code=x&state=%E0%A4%A", "?error=server_error"]) {
		const result = await finishGoogleSignIn(visitor, `/auth/google/callback${query}`);
		expect(result).toMatchObject({ status: 303, message: errors.google_expired.message });
	}
});
