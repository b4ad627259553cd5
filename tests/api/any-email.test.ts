import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { invalid } from "#contract/messages.ts";
import { users } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { readResetToken } from "../support/emails.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

/** The sign-up form rejects these emails, but accounts that sign in with Google can have them. */
const unusualEmails = [
	"jo@my-shop.com",
	"jo@garage24.de",
	"jo@garage.info",
	"jo_o'brien+tools@mail.my-shop.co",
	"jo%2f/brien@xn--bcher-kva.example",
];

describe.each(unusualEmails)("an account with the email %s", (sampleEmail) => {
	const [localPart, domain] = sampleEmail.split("@");
	const createEmail = () => `${localPart}.${crypto.randomUUID()}@${domain}`;
	const logIn = (email: string, password: string) =>
		shop.fetch("/auth/login", createJsonInit({ email, password }));

	test("can make the calls that have its email in their path or body", async () => {
		const { email, fetch, fetchWithToken } = await createAccount(shop, { email: createEmail() });
		const { id: toolId } = await createProduct(shop);
		const encodedEmail = encodeURIComponent(email);
		const order = { toolId, email, quantity: 10, location: "1 Bay Road", phone: "555 0100" };
		const profile = { img: "/pictures/people/tom.svg", phone: "555 0100" };
		for (const send of [fetch, fetchWithToken]) {
			const responses = [
				await send("/orders", createJsonInit(order)),
				await send(`/orders/${encodedEmail}`),
				await send(`/admin/${encodedEmail}`),
				await send(`/userinfo/${encodedEmail}`, createJsonInit(profile, "PUT")),
			];
			expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		}
		const orders: unknown[] = await (await fetch(`/orders/${encodedEmail}`)).json();
		expect(orders).toMatchObject([{ email }, { email }]);
		expect((await fetch(`/user/${encodedEmail}`, createJsonInit({ email }, "PUT"))).status).toBe(
			200,
		);
	});

	test("can reset its password and log in, through the API and the form", async () => {
		const { email } = await createAccount(shop, { email: createEmail() });
		expect((await shop.fetch("/auth/forgot", createJsonInit({ email }))).status).toBe(200);
		const token = await readResetToken(shop, email);
		const resetRequest = createJsonInit({ token, password: validPassword });
		expect((await shop.fetch("/auth/reset", resetRequest)).status).toBe(200);
		expect((await logIn(email, validPassword)).status).toBe(200);
		const body = new URLSearchParams({ email, password: validPassword });
		const formInit = { method: "POST", body, headers: { Origin: shop.url } };
		const response = await shop.fetch("/login", formInit);
		expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
	});

	test("can be made an admin and deleted, through the API and the form", async () => {
		const admin = await createAdmin(shop);
		const postForm = (email: string, task: string) =>
			admin.fetch("/dashbord/makeAdmin", {
				method: "POST",
				body: new URLSearchParams({ email, task }),
			});
		for (const client of ["API", "form"]) {
			const { email } = await createAccount(shop, { email: createEmail() });
			const path = `/user/admin/${encodeURIComponent(email)}`;
			const [promotion, deletion] =
				client === "API"
					? [
							await admin.fetch(path, { method: "PUT" }),
							await admin.fetch(path, { method: "DELETE" }),
						]
					: [await postForm(email, "promote"), await postForm(email, "remove")];
			expect([promotion.status, deletion.status]).toEqual(
				client === "API" ? [200, 200] : [303, 303],
			);
			expect(await shop.db.$count(users, eq(users.email, email))).toBe(0);
		}
	});

	test("gets the same login errors as an account that does not exist (specification.md §5)", async () => {
		const options = { email: createEmail(), password: validPassword, useFastHash: true };
		const { email } = await createAccount(shop, options);
		for (const enteredEmail of [email, createEmail()]) {
			const response = await logIn(enteredEmail, "not the password");
			expect([response.status, await response.json()]).toEqual([
				400,
				{
					message: errors.invalid_credentials.message,
					code: "validation_failed",
					issues: [
						{ field: "email", message: invalid.email },
						{ field: "password", message: errors.invalid_credentials.message },
					],
				},
			]);
		}
	});
});
