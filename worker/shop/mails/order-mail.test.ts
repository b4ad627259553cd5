import { expect, test } from "vitest";
import { mapDelivery } from "#contract/delivery.ts";
import { orderTransitions } from "#contract/order-states.ts";
import { unsetOrderTimes } from "../../../tests/support/times.ts";
import type { Order } from "../orders/read.ts";
import { orderMail } from "./order-mail.ts";

const origin = "https://shop.example";

const order: Order = {
	...unsetOrderTimes,
	...mapDelivery(() => ""),
	id: "0123456789abcdef01234567",
	userId: "u",
	productId: "p",
	toolName: "Torque wrench",
	toolPriceCents: 12_999,
	quantity: 1_200,
	name: "Ada Lovelace",
	email: "ada@example.com",
	location: "1 Long Lane, London",
	phone: "+44 20 7946 0000",
	transactionId: "pi_1",
	createdAt: new Date("2026-11-19T08:00:00Z"),
	paidAt: new Date("2026-11-20T08:00:00Z"),
	state: "paid",
};

const shipped: Order = { ...order, state: "shipped", shippedAt: new Date("2026-11-21T08:00:00Z") };

const facts = [
	["Order", "0123456789AB"],
	["Paid", "20 Nov 2026"],
	["Tool", "Torque wrench"],
	["Pieces", "1,200"],
	["Price per piece", "$129.99"],
	["Total paid", "$155,988.00"],
	["Deliver to", "Ada Lovelace, 1 Long Lane, London, +44 20 7946 0000"],
	["Transaction", "pi_1"],
];

test("the text of a receipt has every amount of the order, and a link to it", () => {
	const { text, to, subject } = orderMail("receipt", order, origin);
	for (const [name, value] of facts) expect(text.split("\n")).toContain(`${name}: ${value}`);
	expect([to, subject]).toEqual(["ada@example.com", "Receipt for order 0123456789AB"]);
	expect(text.match(/https?:\S+/g)).toEqual([
		`${origin}/dashbord/orders/${order.id}`,
		`${origin}/dashbord/invoice/${order.id}`,
	]);
});

test("the mail about shipping has the date and the order's details", () => {
	const { text, subject } = orderMail("shipped", shipped, origin);
	for (const [name, value] of [...facts, ["Shipped", "21 Nov 2026"]]) {
		expect(text.split("\n")).toContain(`${name}: ${value}`);
	}
	expect(subject).toBe("On its way: order 0123456789AB");
});

const kinds = Object.values(orderTransitions).flatMap(({ mail }) => mail ?? []);

const hostile = `"><script>alert(1)</script><img src=x onerror='x'>&amp;\r\nBcc: eve@example.com\n\nYour account is blocked`;

test.each(["toolName", "name", "location", "phone", "transactionId"] as const)(
	"a customer's %s is escaped text on one line in both parts, and in no header",
	(field) => {
		const mail = orderMail("receipt", { ...order, [field]: hostile }, origin);
		expect(mail.html).not.toMatch(/<script|<img|onerror='/);
		expect(mail.html).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
		expect(mail.html).toContain("&#39;x&#39;&gt;&amp;amp;");
		expect(mail.text).not.toMatch(/^(?:Bcc|Your account)/m);
		expect(mail.subject).toBe("Receipt for order 0123456789AB");
		expect(mail.to).toBe(order.email);
	},
);

test.each(kinds)(
	"the email of kind %s loads nothing remote and supports the dark theme",
	(kind) => {
		const { html } = orderMail(kind, order, origin);
		expect(html).not.toMatch(/<(?:img|link|script|iframe)|url\(|@import|src=/);
		expect(html).toContain('lang="en"');
		expect(html).toContain("prefers-color-scheme:dark");
		expect(html).toContain("max-width:600px");
	},
);
