import * as v from "valibot";
import { expect, test } from "vitest";
import { call, send, startSandbox } from "../testing/harness.ts";

startSandbox();
const outbox = v.array(
	v.object({
		to: v.string(),
		from: v.string(),
		subject: v.string(),
		text: v.string(),
		html: v.nullable(v.string()),
	}),
);

function newMail(subject: string, to = `${crypto.randomUUID()}@example.com`) {
	const text = `Reset it: https://shop.example/reset?token=abc\n<b>not bold</b>`;
	return { to, from: "shop@example.com", subject, text, html: "<p>Hello</p>" };
}

async function mailsTo(to: string) {
	return v.parse(outbox, await (await call(`/mail.json?to=${to}`)).json());
}

test("mails are kept, newest first, and found by address", async () => {
	const first = newMail("First");
	await send("POST", "/mail", first);
	await send("POST", "/mail", { ...newMail("Second", first.to), html: undefined });
	await send("POST", "/mail", newMail("Somebody else's"));
	expect(await mailsTo(first.to)).toEqual([
		expect.objectContaining({ subject: "Second", html: null }),
		expect.objectContaining(first),
	]);
});

test("the outbox page shows text as text, links as links and the HTML part in a sandbox", async () => {
	const mail = newMail("A <page>");
	await send("POST", "/mail", mail);
	const page = await (await call(`/mail?to=${mail.to}`)).text();
	expect(page).toContain("A &lt;page&gt;");
	expect(page).toContain('<a href="https://shop.example/reset?token=abc">');
	expect(page).toContain("&lt;b&gt;not bold");
	expect(page).toContain('srcdoc="&lt;p&gt;Hello&lt;/p&gt;"');
});

test("a browser cannot send", async () => {
	const response = await call("/mail", {
		method: "POST",
		headers: { "Sec-Fetch-Site": "same-origin" },
		body: JSON.stringify(newMail("Forged")),
	});
	expect(response.status).toBe(403);
});

test("sending can be made to fail", async () => {
	const mail = newMail("Fails");
	expect((await send("PUT", "/mail/switches", { fail: 1, to: mail.to })).status).toBe(200);
	expect((await send("POST", "/mail", mail)).status).toBe(503);
	expect((await send("POST", "/mail", mail)).status).toBe(201);
	expect(await mailsTo(mail.to)).toHaveLength(1);
});
