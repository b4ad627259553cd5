import { expect, test } from "vitest";
import { formatUtcTime } from "#contract/dates.ts";
import { mapDeliveryFields } from "#contract/delivery.ts";
import { type OrderEmailKind, orderEmailLabels } from "#contract/order-emails.ts";
import { unsetOrderTimes } from "../../../tests/support/orders.ts";
import type { Order } from "../orders/read.ts";
import { shouldSend, writeOrderEmail } from "./write-order-email.ts";

const origin = "https://shop.example";

const order: Order = {
	...unsetOrderTimes,
	cancelReason: null,
	reservedUntil: null,
	cancellationRequestedAt: null,
	cancellationDeclinedAt: null,
	checkoutId: null,
	...mapDeliveryFields(() => ""),
	id: "0123456789abcdef01234567",
	userId: "u",
	productId: "p",
	toolName: "Torque wrench",
	toolPartNumber: "TTD-1101",
	toolPriceCents: 12_999,
	quantity: 1_200,
	name: "Ada Lovelace",
	email: "ada@example.com",
	location: "1 Long Lane, London",
	phone: "+44 20 7946 0000",
	transactionId: "pi_1",
	createdAt: new Date("2026-11-19T08:00:00Z"),
	paidAt: new Date("2026-11-20T08:00:00Z"),
	carrier: null,
	trackingNumber: null,
	state: "paid",
};

const shippedOrder: Order = {
	...order,
	state: "shipped",
	shippedAt: new Date("2026-11-21T08:00:00Z"),
};

const details = [
	["Order", "0123456789AB"],
	["Paid", "Nov 20, 2026"],
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
		([, name, value]) => [decode(name), decode(value)],
	),
	links: Array.from(html.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href]) => decode(href)),
});

const listButtons = (html: string) =>
	Array.from(html.matchAll(/<a [^>]*inline-block[^>]*>(.*?)<\/a>/g), ([, label]) => label);

const orderLinks = [
	`${origin}/dashbord/orders/${order.id}`,
	`${origin}/dashbord/invoice/${order.id}`,
];

test("a receipt lists the order's details, and links to the order and its invoice", () => {
	const toolName = "Torque <b>wrench</b> & 'socket' set";
	const { html } = writeOrderEmail("receipt", [{ ...order, toolName }], origin);
	const rows = details.map(([name, value]) => [name, name === "Tool" ? toolName : value]);
	expect(readHtml(html)).toEqual({ rows, links: orderLinks });
	const { text, to, subject } = writeOrderEmail("receipt", [order], origin);
	for (const [name, value] of details) expect(text.split("\n")).toContain(`${name}: ${value}`);
	expect([to, subject]).toEqual([
		"ada@example.com",
		"Receipt for order 0123456789AB: 1,200 × Torque wrench",
	]);
	expect(text.match(/https?:\S+/g)).toEqual(orderLinks);
});

test("a receipt for several orders links to their invoice if one payment covers them", () => {
	const otherOrder = { ...order, id: `f${order.id.slice(1)}` };
	const readLinks = (orders: [Order, Order]) =>
		writeOrderEmail("receipt", orders, origin).text.match(/https?:\S+\/(?:myorders|invoice\S+)/g);
	const ownOrders = `${origin}/dashbord/myorders`;
	expect(readLinks([order, otherOrder])).toEqual([
		ownOrders,
		`${origin}/dashbord/invoice/${order.id}`,
	]);
	expect(readLinks([order, { ...otherOrder, transactionId: "pi_2" }])).toEqual([ownOrders]);
	const receipt = writeOrderEmail("receipt", [order, otherOrder], origin);
	expect(listButtons(receipt.html)).toEqual(["View your orders"]);
	const { text: refundText } = writeOrderEmail("refunded", [order, otherOrder], origin);
	expect(refundText).not.toMatch(/^Print invoice/m);
});

test("the shipping email lists the order's details and its shipping date, and answers an open cancellation request", () => {
	const { text, html, subject } = writeOrderEmail("shipped", [shippedOrder], origin);
	const rows = [...details.slice(0, 2), ["Shipped", "Nov 21, 2026"], ...details.slice(2)];
	expect(readHtml(html)).toEqual({ rows, links: orderLinks });
	for (const [name, value] of [...details, ["Shipped", "Nov 21, 2026"]]) {
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
		const trackedOrder = { ...order, trackingNumber: "1" };
		const email = writeOrderEmail("receipt", [{ ...trackedOrder, [field]: hostileText }], origin);
		expect(email.html).not.toMatch(/<script|<img|onerror='/);
		expect(email.html).toContain("&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;");
		expect(email.html).toContain("&#39;x&#39;&#62;&#38;amp;");
		expect(email.text).not.toMatch(/^(?:Bcc|Your account)/m);
		expect(email.subject).toMatch(/^Receipt for order 0123456789AB: 1,200 × \P{Cc}+$/u);
		if (field !== "toolName") expect(email.subject).toMatch(/ × Torque wrench$/);
		expect(email.to).toBe(order.email);
	},
);

const kinds = Object.keys(orderEmailLabels) as OrderEmailKind[];

test.each(kinds)("the %s email loads no remote content and supports the dark theme", (kind) => {
	const { html } = writeOrderEmail(kind, [order], origin);
	expect(html).not.toMatch(/<(?:img|link|script|iframe)|url\(|@import|src=/);
	expect(html).toContain('lang="en"');
	expect(html).toContain("prefers-color-scheme:dark");
	expect(html).toContain("max-width:600px");
});

const unpaidOrder: Order = {
	...order,
	state: "unpaid",
	paidAt: null,
	transactionId: null,
	reservedUntil: new Date("2026-11-21T08:30:00Z"),
};

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
			`${origin}/dashbord/payment/${order.id}`,
			`${origin}/dashbord/orders/${order.id}`,
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
	expect(text).toContain(`${origin}/purchase/p?again=${order.id}`);
	expect(text).not.toMatch(/Reserved until|Total paid/);
});

const beforeEnd = new Date("2026-11-21T08:29:59Z");
const canceledOrder: Order = { ...unpaidOrder, state: "cancelled" };

test.each([
	["placed", unpaidOrder, true, true],
	["placed", unpaidOrder, false, false],
	["placed", order, true, false],
	["reminder", { ...unpaidOrder, reservedUntil: beforeEnd }, true, false],
	["reminder", canceledOrder, true, false],
	["expired", canceledOrder, true, true],
	["expired", canceledOrder, false, false],
	["canceled", canceledOrder, false, false],
	["receipt", order, false, true],
	["receipt", { ...order, email: "" }, true, false],
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

test("an email with a payment link has no links that need an account, and no address until the order is paid", () => {
	const paymentLinkPath = "/pay/abc";
	for (const kind of ["payment_link", "reminder"] as const) {
		const { text } = writeOrderEmail(kind, [{ ...unpaidOrder, paymentLinkPath }], origin);
		expect(text.match(/.*\s*https?:\S+/g), kind).toEqual([
			`Pay for your order:\n${origin}${paymentLinkPath}`,
		]);
		expect(text, kind).not.toContain(order.location);
		expect(text.includes("an account with this email"), kind).toBe(kind === "payment_link");
	}
	const { text: twoLinksText } = writeOrderEmail(
		"payment_link",
		[
			{ ...unpaidOrder, paymentLinkPath },
			{ ...unpaidOrder, id: "b".repeat(24), paymentLinkPath: "/pay/def" },
		],
		origin,
	);
	expect(twoLinksText.match(/https?:\S+/g)).toEqual([
		origin + paymentLinkPath,
		`${origin}/pay/def`,
	]);
	expect(twoLinksText).not.toContain(order.location);
	const orders = (["/pay/abc", "/pay/abc", "/pay/def"] as const).map((path, index) => ({
		...unpaidOrder,
		id: `${index}`.repeat(24),
		paymentLinkPath: path,
	}));
	const [first = unpaidOrder, second = unpaidOrder, third = unpaidOrder] = orders;
	const { text: checkoutText, html } = writeOrderEmail("payment_link", [first, second], origin);
	expect(listButtons(html)).toEqual(["Pay for your 2 orders"]);
	expect(checkoutText.match(/.*:\s*https?:\S+/g), "one checkout").toEqual([
		`Pay for your 2 orders:\n${origin}/pay/abc`,
	]);
	expect(checkoutText).toContain("an account with this email");
	const { text: mixedText } = writeOrderEmail("reminder", [first, second, third], origin);
	expect(mixedText.match(/.*:\s*https?:\S+/g), "a checkout and an order").toEqual([
		...Array(2).fill(`Pay for your 2 orders: ${origin}/pay/abc`),
		`Pay for your order: ${origin}/pay/def`,
	]);
	const paid = orders.slice(0, 2).map(({ paymentLinkPath }) => ({ ...order, paymentLinkPath }));
	const { text: checkoutReceipt } = writeOrderEmail(
		"receipt",
		[paid[0] ?? order, paid[1] ?? order],
		origin,
	);
	expect(checkoutReceipt).toContain(`View your 2 orders:\n${origin}/pay/abc`);
	const { text: receipt } = writeOrderEmail("receipt", [{ ...order, paymentLinkPath }], origin);
	expect(receipt.match(/https?:\S+/g)).toEqual([origin + paymentLinkPath]);
	const { text: expired } = writeOrderEmail(
		"expired",
		[{ ...unpaidOrder, paymentLinkPath }],
		origin,
	);
	expect(expired).toContain("reply to this email, and we will take the order again");
});

test("an email with a payment link names a time only if the reservation ends", () => {
	const unreservedOrder = { ...unpaidOrder, reservedUntil: null, paymentLinkPath: "/pay/abc" };
	const secondOrder = { ...unreservedOrder, id: "b".repeat(24) };
	for (const orders of [[unreservedOrder], [unreservedOrder, secondOrder]] as const) {
		const { text } = writeOrderEmail("payment_link", [...orders], origin);
		expect(text).toMatch(/We took (?:this order|these orders) for you\./);
		expect(text).not.toContain("until");
	}
});

test("no email that says “You have not been charged” is sent about an order for which a card was", () => {
	const canceled: Order = { ...order, state: "cancelled", paidAt: null, transactionId: null };
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

test("a payment link is not sent once the order is paid, canceled or no longer reserved", () => {
	const now = new Date();
	const conditions = { canBeEmailed: false, isPaymentInProgress: false, isCharged: false, now };
	const soon = new Date(now.getTime() + 1);
	expect(
		shouldSend("payment_link", { ...order, state: "unpaid", reservedUntil: soon }, conditions),
	).toBe(true);
	expect(shouldSend("payment_link", { ...order, state: "unpaid" }, conditions)).toBe(true);
	expect(
		shouldSend("payment_link", { ...order, state: "unpaid", reservedUntil: now }, conditions),
	).toBe(false);
	for (const state of ["paid", "cancelled"] as const)
		expect(shouldSend("payment_link", { ...order, state }, conditions), state).toBe(false);
});

test("measures in tool names never wrap, whether an email is about one order or several", () => {
	const orderWithMeasures: Order = { ...order, toolName: 'Ratchet <"1/2 in">, 40–200 Nm' };
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
