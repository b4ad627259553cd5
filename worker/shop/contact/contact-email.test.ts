import { expect, test } from "vitest";
import { writeMessageEmail } from "./contact-email.ts";

test("the preview of a long message in Hebrew ends its isolation, so that the text after it is not reversed", () => {
	const message = {
		id: "a".repeat(24),
		userId: null,
		name: "Dana",
		email: "dana@example.com",
		subject: "order" as const,
		orderNumber: null,
		text: "\u05d0".repeat(200),
		answeredAt: null,
		formKey: null,
		createdAt: new Date(),
	};
	const { html = "" } = writeMessageEmail(message, "shop@example.com", "https://shop.example");
	expect(html.split("\u2068")).toHaveLength(html.split("\u2069").length);
	expect(html).toContain(`\u2068${"\u05d0".repeat(120)}\u2069`);
});
