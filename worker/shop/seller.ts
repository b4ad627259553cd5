import { getContactAddress, getSender } from "#worker/services/email.ts";
import type { ShopContext } from "./context.ts";

/** Returns the shop's name, email and URL, as invoices and quotes show them. */
export const getSeller = ({ env, origin }: ShopContext): string[] => [
	getSender(env.MAIL_FROM).name,
	getContactAddress(env),
	origin,
];
