import { ShopError } from "#contract/errors.ts";
import { senderOf } from "#worker/services/mail.ts";
import type { Shop } from "../context.ts";
import { requireOrder } from "./read.ts";

/**
 * What the invoice of a paid order tells, for its owner or an admin. The seller is whom the shop's mails come from
 * (`MAIL_FROM` in wrangler.toml).
 * @throws ShopError 401, 403, 404, 409 while it is not paid
 */
export async function getInvoice(shop: Shop, id: string) {
	const order = await requireOrder(shop, id);
	const { paidAt } = order;
	if (!paidAt) throw new ShopError("order_unpaid");
	return { order, paidAt, seller: senderOf(shop.env.MAIL_FROM) };
}
