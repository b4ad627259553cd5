import { expect, test } from "vitest";
import { formatUtcTime } from "#contract/dates.ts";
import { type OrderEmailKind, orderEmailLabels } from "#contract/order-emails.ts";
import {
	listButtons,
	origin,
	paidOrder,
	unpaidOrder,
} from "../../../tests/support/emailed-order.ts";
import type { Order } from "../orders/read.ts";
import { shouldSend, writeOrderEmail } from "./write-order-email.ts";

const shippedOrder: Order = {
	...paidOrder,
	state: "shipped",
	shippedAt: new Date("2026-11-21T08:00:00Z"),
};

const details = [
	["Order", "0123456789AB"],
	["Paid", "Nov 20, 2026 UTC"],
	["Tool", "Torque wrench"],
	["Pieces", "1,200"],
	["Price per piece", "$129.99"],
	["Total paid", "$155,988.00"],
	["Deliver to", "Ada Lovelace, 1 Long Lane, London, +44 20 7946 0000"],
	["Transaction", "pi_1"],
];

const decode = (html = "") =>
	html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** Returns the table's rows and the links of an email. */
const readHtml = (html: string) => ({
	rows: Array.from(
		html.matchAll(/<th [^>]*>(.*?)<\/th><td [^>]*>(.*?)<\/td>/g),
		([, name, value]) => [decode(name), decode(value?.replaceAll(/<\/?span[^>]*>/g, ""))],
	),
	links: Array.from(html.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href]) => decode(href)),
});

const orderLinks = [
	`${origin}/dashbord/orders/${paidOrder.id}`,
	`${origin}/dashbord/invoice/${paidOrder.id}`,
];

test("a receipt lists the order's details, and links to the order and its invoice", () => {
	const toolName = "Torque <b>wrench</b> & 'socket' set";
	const location = "1 Long Lane,\r\n\nLondon\n";
	const { html } = writeOrderEmail("receipt", [{ ...paidOrder, toolName, location }], origin);
	const rows = details.map(([name, value]) => [name, name === "Tool" ? toolName : value]);
	expect(readHtml(html)).toEqual({ rows, links: orderLinks });
	const { text, to, subject } = writeOrderEmail("receipt", [paidOrder], origin);
	for (const [name, value] of details) expect(text.split("\n")).toContain(`${name}: ${value}`);
	expect([to, subject]).toEqual([
		"ada@example.com",
		"Receipt for order 0123456789AB: 1,200 × Torque wrench",
	]);
	expect(text.match(/https?:\S+/g)).toEqual(orderLinks);
});

test("a receipt for several orders links to their invoice if one payment covers them", () => {
	const otherOrder = { ...paidOrder, id: `f${paidOrder.id.slice(1)}` };
	const readLinks = (orders: [Order, Order]) =>
		writeOrderEmail("receipt", orders, origin).text.match(/https?:\S+\/(?:myorders|invoice\S+)/g);
	const ownOrders = `${origin}/dashbord/myorders`;
	expect(readLinks([paidOrder, otherOrder])).toEqual([
		ownOrders,
		`${origin}/dashbord/invoice/${paidOrder.id}`,
	]);
	expect(readLinks([paidOrder, { ...otherOrder, transactionId: "pi_2" }])).toEqual([ownOrders]);
	const receipt = writeOrderEmail("receipt", [paidOrder, otherOrder], origin);
	expect(listButtons(receipt.html)).toEqual(["View your orders"]);
	const { text: refundText } = writeOrderEmail("refunded", [paidOrder, otherOrder], origin);
	expect(refundText).not.toMatch(/^Print invoice/m);
});

test("the shipping email lists the order's details and its shipping date, and answers an open cancellation request", () => {
	const { text, html, subject } = writeOrderEmail("shipped", [shippedOrder], origin);
	const rows = [...details.slice(0, 2), ["Shipped", "Nov 21, 2026 UTC"], ...details.slice(2)];
	expect(readHtml(html)).toEqual({ rows, links: orderLinks });
	for (const [name, value] of [...details, ["Shipped", "Nov 21, 2026 UTC"]]) {
		expect(text.split("\n")).toContain(`${name}: ${value}`);
	}
	expect(subject).toBe("On its way: order 0123456789AB: 1,200 × Torque wrench");
	const orderWithRequest = { ...shippedOrder, cancellationRequestedAt: new Date() };
	const orderWithDeclinedRequest = { ...orderWithRequest, cancellationDeclinedAt: new Date() };
	const answer = "had already shipped, so we could not cancel it";
	expect(writeOrderEmail("shipped", [orderWithRequest], origin).text).toContain(answer);
	expect(writeOrderEmail("shipped", [shippedOrder, orderWithRequest], origin).text).toContain(
		answer,
	);
	expect(writeOrderEmail("shipped", [orderWithDeclinedRequest], origin).text).not.toContain(answer);
	expect(writeOrderEmail("tracking", [shippedOrder, orderWithRequest], origin).text).not.toContain(
		answer,
	);
});

test.each(["shipped", "tracking"] as const)("the %s email links to the shipment", (kind) => {
	const trackedOrder = { ...shippedOrder, carrier: "UPS", trackingNumber: "1Z999" };
	const { text } = writeOrderEmail(kind, [trackedOrder], origin);
	expect(text.split("\n")).toContain("Carrier: UPS");
	expect(text.split("\n")).toContain("Tracking number: 1Z999");
	expect(text.match(/https?:\S+/g)?.[0]).toBe("https://www.ups.com/track?tracknum=1Z999");
	const untrackedEmail = writeOrderEmail(
		kind,
		[{ ...trackedOrder, carrier: "Joe's Freight" }],
		origin,
	);
	expect(untrackedEmail.text.split("\n")).toContain("Carrier: Joe's Freight");
	expect(untrackedEmail.text.match(/https?:\S+/g)?.[0]).toContain(`${origin}/dashbord/orders/`);
});

const hostileText = `"><script>alert(1)</script><img src=x onerror='x'>&amp;\r\nBcc: eve@example.com\n\nYour account is blocked`;

test.each(["toolName", "name", "location", "phone", "transactionId", "carrier"] as const)(
	"escapes a customer's %s, and keeps it on one line and out of the headers",
	(field) => {
		const trackedOrder = { ...paidOrder, trackingNumber: "1" };
		const email = writeOrderEmail("receipt", [{ ...trackedOrder, [field]: hostileText }], origin);
		expect(email.html).not.toMatch(/<script|<img|onerror='/);
		expect(email.html).toContain("&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;");
		expect(email.html).toContain("&#39;x&#39;&#62;&#38;amp;");
		expect(email.text).not.toMatch(/^(?:Bcc|Your account)/m);
		expect(email.subject).toMatch(/^Receipt for order 0123456789AB: 1,200 × \P{Cc}+$/u);
		if (field !== "toolName") expect(email.subject).toMatch(/ × Torque wrench$/);
		expect(email.to).toBe(paidOrder.email);
	},
);

const kinds = Object.keys(orderEmailLabels) as OrderEmailKind[];

test.each(kinds)("the %s email loads no remote content and supports the dark theme", (kind) => {
	const { html } = writeOrderEmail(kind, [paidOrder], origin);
	expect(html).not.toMatch(/<(?:img|link|script|iframe)|url\(|@import|src=/);
	expect(html).toContain('lang="en"');
	expect(html).toContain("prefers-color-scheme:dark");
	expect(html).toContain("max-width:600px");
});

test.each(["placed", "reminder"] as const)(
	"the %s email says when the reservation ends and links to the payment page first",
	(kind) => {
		const { text, html } = writeOrderEmail(kind, [unpaidOrder], origin);
		const until = formatUtcTime(new Date("2026-11-21T08:30:00Z"));
		expect(text).toContain(`until ${until}`);
		for (const line of ["Total: $155,988.00", `Reserved until: ${until}`]) {
			expect(text.split("\n")).toContain(line);
		}
		expect(text).not.toMatch(/Total paid|Transaction|Paid:/);
		expect(text.match(/https?:\S+/g)).toEqual([
			`${origin}/dashbord/payment/${paidOrder.id}`,
			`${origin}/dashbord/orders/${paidOrder.id}`,
		]);
		expect(html).toContain("Pay for your order</a>");
	},
);

test("the email about an expired order links to the order form and mentions no reservation", () => {
	const expired: Order = {
		...unpaidOrder,
		state: "cancelled",
		cancelledAt: new Date(),
		cancelReason: "expired",
	};
	const { text } = writeOrderEmail("expired", [expired], origin);
	expect(text).toContain(`${origin}/purchase/p?again=${paidOrder.id}`);
	expect(text).not.toMatch(/Reserved until|Total paid/);
});

const beforeEnd = new Date("2026-11-21T08:29:59Z");
const canceledOrder: Order = { ...unpaidOrder, state: "cancelled" };

test.each([
	["placed", unpaidOrder, true, true],
	["placed", unpaidOrder, false, false],
	["placed", paidOrder, true, false],
	["reminder", { ...unpaidOrder, reservedUntil: beforeEnd }, true, false],
	["reminder", canceledOrder, true, false],
	["expired", canceledOrder, true, true],
	["expired", canceledOrder, false, false],
	["canceled", canceledOrder, false, false],
	["receipt", paidOrder, false, true],
	["receipt", { ...paidOrder, email: "" }, true, false],
] as const)(
	"decides whether to send the %s email about %o with canBeEmailed %s: %s",
	(kind, emailedOrder, canBeEmailed, expected) => {
		const conditions = {
			canBeEmailed,
			isPaymentInProgress: false,
			isCharged: false,
			now: beforeEnd,
		};
		expect(shouldSend(kind, emailedOrder, conditions)).toBe(expected);
		const isSentDuringPayment = kind !== "placed" && kind !== "reminder";
		expect(shouldSend(kind, emailedOrder, { ...conditions, isPaymentInProgress: true })).toBe(
			expected && isSentDuringPayment,
		);
	},
);

test("no email that says “You have not been charged” is sent about an order for which a card was", () => {
	const canceled: Order = { ...paidOrder, state: "cancelled", paidAt: null, transactionId: null };
	const conditions = { canBeEmailed: true, isPaymentInProgress: false, now: new Date() };
	const kindsAboutNoCharge = kinds.filter((kind) =>
		writeOrderEmail(kind, [canceled], origin).text.includes("You have not been charged"),
	);
	expect(kindsAboutNoCharge).toEqual(expect.arrayContaining(["canceled", "expired"]));
	for (const kind of kindsAboutNoCharge) {
		expect(shouldSend(kind, canceled, { ...conditions, isCharged: false }), kind).toBe(true);
		expect(shouldSend(kind, canceled, { ...conditions, isCharged: true }), kind).toBe(false);
	}
});

test("right-to-left text is isolated, so that it does not reverse the numbers after it", () => {
	const order = { ...paidOrder, toolName: "מפתח 12", location: "הרצל 5, תל אביב 61000" };
	const { subject, text } = writeOrderEmail("receipt", [order], origin);
	expect(subject).toBe("Receipt for order 0123456789AB: 1,200 × \u2068מפתח 12\u2069");
	expect(text.split("\n")).toContain(
		"Deliver to: Ada Lovelace, \u2068הרצל 5, תל אביב 61000\u2069, +44 20 7946 0000",
	);
});

test("measures in tool names never wrap, whether an email is about one order or several", () => {
	const orderWithMeasures: Order = { ...paidOrder, toolName: 'Ratchet <"1/2 in">, 40–200 Nm' };
	const second: Order = { ...orderWithMeasures, id: "f123456789abcdef01234567" };
	for (const orders of [[orderWithMeasures], [orderWithMeasures, second]] as const) {
		const { html, text } = writeOrderEmail("receipt", [...orders], origin);
		for (const measure of ["1/2 in", "40–200 Nm"]) {
			expect(html).toContain(`<span style="white-space:nowrap">${measure}</span>`);
		}
		expect(html).toContain("Ratchet &#60;&#34;<span");
		expect(text).toContain(orderWithMeasures.toolName);
	}
});

test.each([
	["+44 20 7946 0000", "[+44 20 7946 0000]"],
	["+1 (419) 555-0132", "[+1 (419) 555-0132]"],
	["(419) 555-0132", "[(419) 555-0132]"],
	["+49 (0)30 901820-12345", "[+49 (0)30 901820-12345]"],
	["419 555 0132, 3 to 5 pm", "[419 555 0132], 3 to 5 pm"],
	["0419 ".repeat(8).trim(), "[0419 0419 0419 0419 0419] [0419 0419 0419]"],
	["4195550132", "4195550132"],
])("the phone number %s does not wrap in an email", (phone, markedPhone) => {
	const order = { ...paidOrder, location: "1200 Dock 4 St, Toledo, OH 43604", phone };
	const { html, text } = writeOrderEmail("receipt", [order], origin);
	const markedHtml = html.replaceAll(/<span style="display:inline-block">(.*?)<\/span>/g, "[$1]");
	expect(markedHtml).toContain(`1200 Dock 4 St, Toledo, OH 43604, ${markedPhone}</td>`);
	expect(text).toContain(`OH 43604, ${phone}\n`);
});

test.each([1, 2])(
	"an email about %d orders says how many of the pieces shipped, because its total is for all of them",
	(count) => {
		const orders = Array<Order>(count).fill(shippedOrder);
		const [first = shippedOrder, ...others] = orders.map((order) => ({
			...order,
			shippedPieces: 1_000,
		}));
		const { text, subject } = writeOrderEmail("shipped", [first, ...others], origin);
		expect(`${subject}\n${text}`).toContain("1,000 of 1,200 × Torque wrench");
		expect(`${subject}\n${text}`).not.toContain("1,000 × Torque wrench");
	},
);
