import { formatCents } from "#contract/money.ts";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import { getMinimumPriceCents, type PriceWithBreaks } from "#contract/price-breaks.ts";
import { shopName, stockAlertsPath, toolPath } from "#contract/shop.ts";
import type { Email } from "#worker/services/email.ts";
import { toOneLine, writeEmail } from "./write-email.ts";

type RestockedTool = PriceWithBreaks & {
	id: string;
	name: string;
	partNumber: string | null;
	quantity: number;
	minimum: number;
};

/**
 * Writes the email about one or more tools that can be ordered again.
 * @param origin - the links' origin, such as `https://shop.example`
 */
export function writeStockAlert(
	to: string,
	[tool, ...others]: [RestockedTool, ...RestockedTool[]],
	origin: string,
): Email {
	const link = (text: string, path: string) => ({ text, href: new URL(path, origin).href });
	const name = toOneLine(tool.name);
	const shared = {
		to,
		heading: "Back in stock.",
		note: `You are receiving this email because you asked ${shopName} to let you know. We will not email you again unless you ask us to.`,
	};
	const manageRequestsLink = link("View or cancel your other requests", stockAlertsPath);
	if (others.length > 0) {
		const tools = [tool, ...others];
		return writeEmail({
			...shared,
			subject: `Back in stock: ${name} and ${formatInteger(others.length)} more`,
			preheader: others.map((other) => toOneLine(other.name)).join(", "),
			text: "You asked us to let you know when you can order these tools again. Nothing is reserved until you order.",
			items: tools.map((item) => ({
				title: toOneLine(item.name),
				value: `${formatCents(getMinimumPriceCents(item))} per piece`,
				notes: [
					`${formatCount(item.quantity, "piece")} in stock`,
					`minimum order ${formatInteger(item.minimum)}`,
				],
				link: link("Order now", toolPath(item.id)),
			})),
			links: [manageRequestsLink],
		});
	}
	const inStock = formatCount(tool.quantity, "piece");
	const price = formatCents(getMinimumPriceCents(tool));
	return writeEmail({
		...shared,
		subject: `Back in stock: ${name}`,
		preheader: `${inStock} in stock, ${price} per piece`,
		text: "You asked us to let you know when you can order this tool again. Nothing is reserved until you order.",
		details: [
			["Tool", name],
			["Part number", tool.partNumber ?? ""],
			["Price per piece", price],
			["In stock", inStock],
			["Minimum order", formatCount(tool.minimum, "piece")],
		],
		links: [{ ...link("Order now", toolPath(tool.id)), isButton: true }, manageRequestsLink],
	});
}
