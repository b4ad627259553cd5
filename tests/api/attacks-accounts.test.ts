import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { passkeys } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { compareTimes } from "../support/compare-times.ts";
import { readEmails } from "../support/emails.ts";
import { createAuthenticator } from "../support/passkeys.ts";
import { fullCostPassword, validPassword } from "../support/passwords.ts";
import { createJsonInit, createVisitorFetch, randomIpAddress, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const createUnknownEmail = () => `nobody${crypto.randomUUID().replaceAll("-", "")}@example.com`;
const logIn = (email: string, password = "not the password") =>
	shop.fetch("/auth/login", createJsonInit({ email, password }));

/** Reads all parts of a response that could reveal whether an account exists. */
async function readVisibleParts(response: Response) {
	const headerNames = [...response.headers.keys()].filter((name) => name !== "x-request-id").sort();
	return { status: response.status, body: await response.text(), headerNames };
}

test("login responds the same to an unknown email, a wrong password and a Google-only account", async () => {
	const [passwordAccount, googleAccount] = await Promise.all([
		createAccount(shop, { password: validPassword, useFastHash: true }),
		createAccount(shop),
	]);
	const response = await readVisibleParts(await logIn(passwordAccount.email));
	expect(response.status).toBe(401);
	expect(await readVisibleParts(await logIn(googleAccount.email))).toEqual(response);
	expect(await readVisibleParts(await logIn(createUnknownEmail()))).toEqual(response);
	const showsLoginError = async (email: string) => {
		const body = new URLSearchParams({ email, password: "not the password" });
		const headers = { Origin: shop.url };
		const html = await (await shop.fetch("/login", { method: "POST", body, headers })).text();
		return html.includes(errors.invalid_credentials.message);
	};
	expect([
		await showsLoginError(passwordAccount.email),
		await showsLoginError(createUnknownEmail()),
	]).toEqual([true, true]);
});

test("forgot password responds the same to a known and an unknown email, but sends a link only to the known one", async () => {
	const [{ email }, unusedEmail] = [await createAccount(shop), createUnknownEmail()];
	const requestReset = async (address: string) =>
		readVisibleParts(await shop.fetch("/auth/forgot", createJsonInit({ email: address })));
	const response = await requestReset(unusedEmail);
	const body = JSON.stringify({ message: success.emailSent });
	expect(response).toMatchObject({ status: 200, body });
	expect(await requestReset(email)).toEqual(response);
	await expect.poll(() => readEmails(shop, email)).toHaveLength(1);
	expect(await readEmails(shop, unusedEmail)).toEqual([]);
});

test("login takes as long for an unknown email as for a wrong password", {
	timeout: 60_000,
}, async () => {
	const { email } = await createAccount(shop, { password: validPassword });
	const ratio = await compareTimes(
		7,
		() => logIn(email, fullCostPassword),
		() => logIn(createUnknownEmail(), fullCostPassword),
	);
	expect(ratio).toBeGreaterThan(0.5);
	expect(ratio).toBeLessThan(2);
});

test("forgot password takes as long for an unknown email as for a known one", {
	timeout: 60_000,
}, async () => {
	const accounts = await Promise.all(Array.from({ length: 15 }, () => createAccount(shop)));
	const requestReset = (email: string) => shop.fetch("/auth/forgot", createJsonInit({ email }));
	const ratio = await compareTimes(
		15,
		() => requestReset(accounts.pop()?.email ?? ""),
		() => requestReset(createUnknownEmail()),
	);
	expect(ratio).toBeGreaterThan(0.3);
	expect(ratio).toBeLessThan(3);
});

/**
 * Sends requests until one gets a 429. Returns the number of accepted requests and the first 429 response. Sends up to four
 * times the limit, because the count restarts if the one-minute window ends in the middle.
 */
async function sendUntilLimited(limit: number, send: () => Promise<Response>) {
	let acceptedCount = 0;
	for (let requestCount = 0; requestCount < 4 * limit + 20; requestCount += 20) {
		const responses = await Promise.all(Array.from({ length: 20 }, send));
		const limitedResponses = responses.filter(({ status }) => status === 429);
		acceptedCount += responses.length - limitedResponses.length;
		if (limitedResponses[0]) return { acceptedCount, firstLimitedResponse: limitedResponses[0] };
	}
	return { acceptedCount, firstLimitedResponse: null };
}

/** Expects a 429 after `limit` accepted requests. worker/shop/use-case-limits.test.ts checks the limits of every call. */
async function expectLimit(limit: number, send: () => Promise<Response>) {
	const { acceptedCount, firstLimitedResponse } = await sendUntilLimited(limit, send);
	expect(acceptedCount).toBeGreaterThanOrEqual(limit);
	expect(acceptedCount, "the window may end once").toBeLessThanOrEqual(2 * limit);
	expect(firstLimitedResponse?.headers.get("Retry-After"), "no response with 429").toBe("60");
	expect(await firstLimitedResponse?.json()).toEqual({
		message: errors.rate_limited.message,
		code: "rate_limited",
	});
}

const slowTestOptions = { timeout: 60_000 };

test(
	"login allows ten attempts a minute per account, counted across IP addresses",
	slowTestOptions,
	async () => {
		// Tries twice, because the window may end between the burst and the login with the correct password.
		const statuses: number[] = [];
		for (let burst = 0; burst < 2 && !statuses.includes(429); burst += 1) {
			const options = { password: validPassword, useFastHash: true };
			const { email } = await createAccount(shop, options);
			await expectLimit(10, () => logIn(email));
			statuses.push((await logIn(email, validPassword)).status);
		}
		expect(statuses, "once limited, even the correct password is rejected").toContain(429);
		const otherAccount = await createAccount(shop, { password: validPassword });
		expect((await logIn(otherAccount.email, validPassword)).status).toBe(200);
	},
);

test(
	"forgot password allows three requests a minute per email, with or without an account",
	slowTestOptions,
	async () => {
		const { email } = await createAccount(shop);
		await expectLimit(3, () => shop.fetch("/auth/forgot", createJsonInit({ email })));
		expect((await readEmails(shop, email)).length).toBeLessThanOrEqual(6);
		const unusedEmail = createUnknownEmail();
		await expectLimit(3, () => shop.fetch("/auth/forgot", createJsonInit({ email: unusedEmail })));
	},
);

test(
	"forgot password allows twenty requests a minute per IP address, regardless of email and X-Forwarded-For",
	slowTestOptions,
	async () => {
		const address = randomIpAddress();
		await expectLimit(20, () =>
			createVisitorFetch(shop.url, {
				"CF-Connecting-IP": address,
				"X-Forwarded-For": randomIpAddress(),
			})("/auth/forgot", createJsonInit({ email: createUnknownEmail() })),
		);
		expect(
			(await shop.fetch("/auth/forgot", createJsonInit({ email: createUnknownEmail() }))).status,
		).toBe(200);
	},
);

test("all addresses in an IPv6 network share one rate limit", slowTestOptions, async () => {
	const network = randomIpAddress().replace(/::1$/, "");
	let host = 0;
	await expectLimit(20, () =>
		createVisitorFetch(shop.url, { "CF-Connecting-IP": `${network}::${++host}` })(
			"/auth/forgot",
			createJsonInit({ email: createUnknownEmail() }),
		),
	);
});

test("POST /review allows ten requests a minute per account", slowTestOptions, async () => {
	const { fetch } = await createAccount(shop);
	const review = { review: "Good", ratings: "5", img: "/pictures/torque-wrench-800.webp" };
	await expectLimit(10, () => fetch("/review", createJsonInit(review)));
});

test("an Ed25519 signature of the wrong length is rejected like any wrong signature", async () => {
	const { id } = await createAccount(shop);
	const authenticator = await createAuthenticator("http://localhost:8787", "EdDSA");
	const { response } = await authenticator.create({ challenge: "unused" });
	await shop.db.insert(passkeys).values({
		id: authenticator.id,
		userId: id,
		name: "Key",
		publicKey: response.publicKey,
		algorithm: response.publicKeyAlgorithm,
		signCount: 0,
		canSync: true,
		isSynced: true,
	});
	const signed = await authenticator.sign(id, { challenge: "unused" });
	for (const length of [1, 63, 65]) {
		const signature = Buffer.alloc(length).toString("base64url");
		const passkey = { ...signed, response: { ...signed.response, signature } };
		const loginResponse = await shop.fetch("/auth/passkey", createJsonInit({ passkey }));
		expect([length, await loginResponse.json()]).toMatchObject([
			length,
			{ code: "passkey_rejected" },
		]);
	}
});
