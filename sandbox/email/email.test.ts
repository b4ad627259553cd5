import * as v from "valibot";
import { expect, test } from "vitest";
import { callSandbox, sendJson, startSandbox } from "../testing/start-sandbox.ts";

startSandbox();
const outboxSchema = v.array(
	v.object({
		to: v.string(),
		from: v.string(),
		subject: v.string(),
		text: v.string(),
		html: v.nullable(v.string()),
	}),
);

function createEmail(subject: string, to = `${crypto.randomUUID()}@example.com`) {
	const text = `Reset it: https://shop.example/reset?token=abc\n<b>not bold</b>`;
	return { to, from: "shop@example.com", subject, text, html: "<p>Hello</p>" };
}

async function listEmailsTo(to: string) {
	return v.parse(outboxSchema, await (await callSandbox(`/email.json?to=${to}`)).json());
}

test("lists the emails to an address, newest first", async () => {
	const firstEmail = createEmail("First");
	await sendJson("POST", "/email", firstEmail);
	await sendJson("POST", "/email", { ...createEmail("Second", firstEmail.to), html: undefined });
	await sendJson("POST", "/email", createEmail("Somebody else's"));
	expect(await listEmailsTo(firstEmail.to)).toEqual([
		expect.objectContaining({ subject: "Second", html: null }),
		expect.objectContaining(firstEmail),
	]);
});

test("the outbox page escapes text, links URLs and shows the HTML part in a frame", async () => {
	const email = createEmail("A <page>");
	await sendJson("POST", "/email", email);
	const page = await (await callSandbox(`/email?to=${email.to}`)).text();
	expect(page).toContain("A &lt;page&gt;");
	expect(page).toContain('<a href="https://shop.example/reset?token=abc">');
	expect(page).toContain("&lt;b&gt;not bold");
	expect(page).toContain('srcdoc="&lt;p&gt;Hello&lt;/p&gt;"');
});

test("rejects an email that a browser submits", async () => {
	const response = await callSandbox("/email", {
		method: "POST",
		headers: { "Sec-Fetch-Site": "same-origin" },
		body: JSON.stringify(createEmail("Forged")),
	});
	expect(response.status).toBe(403);
});

test("fails an email with the error that the switches set", async () => {
	const email = createEmail("Bounces");
	const error = { code: "E_DELIVERY_FAILED", message: "550 5.1.1 No such user" };
	await sendJson("PUT", "/email/switches", { fail: 1, to: email.to, error });
	const response = await sendJson("POST", "/email", email);
	expect([response.status, await response.json()]).toEqual([503, error]);
});

test("fails only the next `fail` emails to an address", async () => {
	const email = createEmail("Fails");
	expect((await sendJson("PUT", "/email/switches", { fail: 1, to: email.to })).status).toBe(200);
	expect((await sendJson("POST", "/email", email)).status).toBe(503);
	expect((await sendJson("POST", "/email", email)).status).toBe(201);
	expect(await listEmailsTo(email.to)).toHaveLength(1);
});
