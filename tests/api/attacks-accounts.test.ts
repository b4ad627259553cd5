import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { createAccount } from "../support/accounts.ts";
import { readEmails } from "../support/emails.ts";
import { asJson, createVisitorFetch, randomIpAddress, startShop } from "../support/shop.ts";
import { compareTimes } from "../support/times.ts";

const shop = await startShop();
afterAll(shop.stop);

const unknownEmail = () => `nobody${crypto.randomUUID().replaceAll("-", "")}@example.com`;
const login = (email: string, password = "not the password") =>
	shop.fetch("/auth/login", asJson({ email, password }));

/** All that an attacker can see of an answer, but for what differs from request to request. */
async function visible(response: Response) {
	const names = [...response.headers.keys()].filter((name) => name !== "x-request-id").sort();
	return { status: response.status, body: await response.text(), names };
}

test("an unknown email, a wrong password and a Google-only account get the same answer", async () => {
	const [known, google] = await Promise.all([
		createAccount(shop, { password: "the password" }),
		createAccount(shop),
	]);
	const response = await visible(await login(known.email));
	expect(response.status).toBe(401);
	expect(await visible(await login(google.email))).toEqual(response);
	expect(await visible(await login(unknownEmail()))).toEqual(response);
	const page = async (email: string) => {
		const body = new URLSearchParams({ email, password: "not the password" });
		const headers = { Origin: shop.url };
		const html = await (await shop.fetch("/login", { method: "POST", body, headers })).text();
		return html.includes(errors.invalid_credentials.message);
	};
	expect([await page(known.email), await page(unknownEmail())]).toEqual([true, true]);
});

test("forgot password answers the same for a known and an unknown email", async () => {
	const known = await createAccount(shop);
	const forgot = async (email: string) =>
		visible(await shop.fetch("/auth/forgot", asJson({ email })));
	expect(await forgot(known.email)).toEqual(await forgot(unknownEmail()));
});

test("an unknown email takes as long as a wrong password", { timeout: 60_000 }, async () => {
	const { email } = await createAccount(shop, { password: "the password" });
	const ratio = await compareTimes(
		7,
		() => login(email),
		() => login(unknownEmail()),
	);
	expect(ratio).toBeGreaterThan(0.5);
	expect(ratio).toBeLessThan(2);
});

test("forgot password takes as long for an unknown email", { timeout: 60_000 }, async () => {
	const known = await Promise.all(Array.from({ length: 15 }, () => createAccount(shop)));
	const forgot = (email: string) => shop.fetch("/auth/forgot", asJson({ email }));
	const ratio = await compareTimes(
		15,
		() => forgot(known.pop()?.email ?? ""),
		() => forgot(unknownEmail()),
	);
	expect(ratio).toBeGreaterThan(0.3);
	expect(ratio).toBeLessThan(3);
});

/**
 * A limit's window may end in between, and the local runtime then forgets what it has counted: what was let through is
 * tried again, as the next window is fresh.
 * @returns how many were let through, and the first refusal
 */
async function exhaust(limit: number, send: () => Promise<Response>) {
	let through = 0;
	for (let sent = 0; sent < 4 * limit + 20; sent += 20) {
		const answers = await Promise.all(Array.from({ length: 20 }, send));
		const refused = answers.filter(({ status }) => status === 429);
		through += answers.length - refused.length;
		if (refused[0]) return { through, refusal: refused[0] };
	}
	return { through, refusal: null };
}

/** One of each kind of key; worker/shop/use-case-limits.test.ts has what every call counts. */
async function expectLimit(limit: number, send: () => Promise<Response>) {
	const { through, refusal } = await exhaust(limit, send);
	expect(through).toBeGreaterThanOrEqual(limit);
	expect(refusal?.headers.get("Retry-After"), "never refused").toBe("60");
	expect(await refusal?.json()).toEqual({
		message: errors.rate_limited.message,
		code: "rate_limited",
	});
}

const slow = { timeout: 60_000 };

test(
	"login: ten tries a minute for an account, from any address; other accounts are not limited",
	slow,
	async () => {
		/** Of two refused bursts at most one can end with its window, before the right password is tried. */
		const statuses: number[] = [];
		for (let burst = 0; burst < 2 && !statuses.includes(429); burst += 1) {
			const { email } = await createAccount(shop, { password: "the password" });
			await expectLimit(10, () => login(email));
			statuses.push((await login(email, "the password")).status);
		}
		expect(statuses, "the right password neither").toContain(429);
		const other = await createAccount(shop, { password: "the password" });
		expect((await login(other.email, "the password")).status).toBe(200);
	},
);

test(
	"forgot password: three requests a minute for an account, whether it exists or not",
	slow,
	async () => {
		const { email } = await createAccount(shop);
		await expectLimit(3, () => shop.fetch("/auth/forgot", asJson({ email })));
		expect((await readEmails(shop, email)).length).toBeLessThanOrEqual(6);
		const nobody = unknownEmail();
		await expectLimit(3, () => shop.fetch("/auth/forgot", asJson({ email: nobody })));
	},
);

test(
	"forgot password: twenty requests a minute from an address, for any account and with any forwarding header",
	slow,
	async () => {
		const address = randomIpAddress();
		await expectLimit(20, () =>
			createVisitorFetch(shop.url, {
				"CF-Connecting-IP": address,
				"X-Forwarded-For": randomIpAddress(),
			})("/auth/forgot", asJson({ email: unknownEmail() })),
		);
		expect((await shop.fetch("/auth/forgot", asJson({ email: unknownEmail() }))).status).toBe(200);
	},
);

test("all addresses of an IPv6 network are counted together", slow, async () => {
	const network = randomIpAddress().replace(/::1$/, "");
	let host = 0;
	await expectLimit(20, () =>
		createVisitorFetch(shop.url, { "CF-Connecting-IP": `${network}::${++host}` })(
			"/auth/forgot",
			asJson({ email: unknownEmail() }),
		),
	);
});

test("review: ten a minute for an account", slow, async () => {
	const { fetch } = await createAccount(shop);
	const review = { review: "Good", ratings: "5", img: "/pictures/torque-wrench-800.webp" };
	await expectLimit(10, () => fetch("/review", asJson(review)));
});
