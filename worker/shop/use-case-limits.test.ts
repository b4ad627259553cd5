import { afterAll, expect, test, vi } from "vitest";
import type { Account } from "#contract/roles.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { signInChallenges } from "#worker/db/schema.ts";
import type { Env } from "#worker/env.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { addSecondFactor } from "../../tests/support/second-factor.ts";
import { deleteOwnAccount } from "./accounts/delete-account.ts";
import { readOwnData } from "./accounts/own-data.ts";
import { getPasskeyOptions, signInWithPasskey } from "./accounts/passkey-proof.ts";
import { createRegistrationOptions } from "./accounts/passkeys.ts";
import { forgotPassword } from "./accounts/reset.ts";
import { confirmSecondFactor, startSecondFactor } from "./accounts/second-factor.ts";
import { completeSignIn } from "./accounts/second-step.ts";
import { issueAccessToken, signInWithPassword, signUp } from "./accounts/sign-in.ts";
import { resendVerificationLink } from "./accounts/verify.ts";
import { addToAccountBasket } from "./basket/lines.ts";
import { addDocument } from "./catalogue/documents.ts";
import { requestStockAlert } from "./catalogue/stock-alerts.ts";
import { sendMessage } from "./contact/messages.ts";
import { subscribe } from "./contact/newsletter.ts";
import type { ShopContext } from "./context.ts";
import { storeImage } from "./images/store.ts";
import { requireSharedList, stopSharing } from "./lists/lists.ts";
import { copyPaymentLink } from "./orders/payment-links.ts";
import { placeOrder, placeOrders } from "./orders/place.ts";
import { placeOrdersForCustomer } from "./orders/place-for-customer.ts";
import { checkOrderPayments } from "./payments/check-order.ts";
import { readLinkedOrders, startPaymentByLink } from "./payments/pay-by-link.ts";
import { confirmPayment } from "./payments/settle.ts";
import { startPayment } from "./payments/start.ts";
import { checkLines } from "./quick-order/check.ts";
import { acceptQuote } from "./quotes/accept.ts";
import { requestQuote } from "./quotes/request.ts";
import { addReview } from "./reviews/add.ts";

// Node cannot load this package, which imports types as if they were values. It is used only with the KV binding `VIEWED`.
vi.mock("@react-router/cloudflare", () => ({}));

const localShop = createLocalShop();
afterAll(localShop.close);
const shopper = await localShop.addAccount();
const { id, email } = shopper;
const staff = await localShop.addAccount("support");
await addSecondFactor(localShop.db, staff.id);
const challenge = { id: await hashToken("token"), userId: staff.id, method: "password" };
await localShop.db.insert(signInChallenges).values({ ...challenge, expiresAt: new Date(9e12) });
const challengeToken = "token";
const productId = await localShop.addProduct(1_000);
const admin = await localShop.addAccount("admin");
const editor = await localShop.addAccount("catalogue");
const message = {
	name: "N",
	email: "a@example.com",
	subject: "other" as const,
	orderNumber: null,
	message: "Hi",
};
const document = { title: "Manual", file: new Blob(["x"]) };
const purchase = { productId, quantity: 1, location: "Here", phone: "1", idempotencyKey: null };
const orderId = await placeOrder(localShop.createContext(shopper), purchase);
const network = localShop.anonymousContext.visitor.network;

/** Creates a context in which one limit is used up, and records the keys that the limit counts. */
function createContextOverLimit(limit: keyof Env, account: Account | null) {
	const keys: string[] = [];
	const shop = localShop.createContext(account);
	const usedUpLimit: RateLimit = {
		limit: async ({ key }) => {
			keys.push(key);
			return { success: false };
		},
	};
	const env = new Proxy(shop.env, {
		get: (target, name, receiver) =>
			name === limit ? usedUpLimit : Reflect.get(target, name, receiver),
	});
	return { keys, shop: { ...shop, env } };
}

type UseCase = (shop: ShopContext) => Promise<unknown>;

/** LIMIT_20 allows 20 calls per minute for each key. */
type Row = [name: string, limit: keyof Env, key: string, useCase: UseCase];

const visitorRows: Row[] = [
	[
		"signUp",
		"LIMIT_20",
		`signup:${network}`,
		(shop) => signUp(shop, { name: "N", email, password: "p" }),
	],
	[
		"completeSignIn",
		"LIMIT_5",
		`secondFactor:${staff.id}`,
		(shop) => completeSignIn(shop, challengeToken, "000000"),
	],
	[
		"signInWithPassword",
		"LIMIT_60",
		`loginNetwork:${network}`,
		(shop) => signInWithPassword(shop, { email, password: "p" }),
	],
	[
		"signInWithPassword",
		"LIMIT_10",
		`loginAccount:${email}`,
		(shop) => signInWithPassword(shop, { email, password: "p" }),
	],
	[
		"forgotPassword",
		"LIMIT_20",
		`forgotPasswordNetwork:${network}`,
		(shop) => forgotPassword(shop, email),
	],
	[
		"forgotPassword",
		"LIMIT_3",
		`forgotPasswordEmail:${email}`,
		(shop) => forgotPassword(shop, email),
	],
	["getPasskeyOptions", "LIMIT_60", `passkeyOptions:${network}`, (shop) => getPasskeyOptions(shop)],
	[
		"signInWithPasskey",
		"LIMIT_60",
		`loginNetwork:${network}`,
		(shop) => signInWithPasskey(shop, {} as never),
	],
	["checkLines", "LIMIT_30", `quickOrder:${network}`, (shop) => checkLines(shop, [])],
	[
		"requireSharedList",
		"LIMIT_60",
		`sharedList:${network}`,
		(shop) => requireSharedList(shop, "none"),
	],
	[
		"readLinkedOrders",
		"LIMIT_60",
		`paymentLink:${network}`,
		(shop) => readLinkedOrders(shop, "none"),
	],
	[
		"startPaymentByLink",
		"LIMIT_60",
		`paymentLink:${network}`,
		(shop) => startPaymentByLink(shop, "none", 1),
	],
	[
		"sendMessage",
		"LIMIT_5",
		`messageNetwork:${network}`,
		(shop) => sendMessage(shop, message, null),
	],
	[
		"sendMessage",
		"LIMIT_3",
		"messageEmail:a@example.com",
		(shop) => sendMessage(shop, message, null),
	],
	["subscribe", "LIMIT_10", `subscribeNetwork:${network}`, (shop) => subscribe(shop, email)],
	["subscribe", "LIMIT_3", `subscribeEmail:${email}`, (shop) => subscribe(shop, email)],
];

const shopperRows: Row[] = [
	[
		"createRegistrationOptions",
		"LIMIT_60",
		`passkeyOptions:${id}`,
		(shop) => createRegistrationOptions(shop),
	],
	[
		"resendVerificationLink",
		"LIMIT_3",
		`verifyEmail:${id}`,
		(shop) => resendVerificationLink(shop),
	],
	["issueAccessToken", "LIMIT_60", `token:${id}`, (shop) => issueAccessToken(shop, email)],
	["deleteOwnAccount", "LIMIT_10", `loginAccount:${email}`, (shop) => deleteOwnAccount(shop, "p")],
	["readOwnData", "LIMIT_5", `ownData:${id}`, (shop) => readOwnData(shop, "")],
	["storeImage", "LIMIT_30", `upload:${id}`, (shop) => storeImage(shop, new Blob(["x"]))],
	[
		"placeOrders",
		"LIMIT_20",
		`checkout:${id}`,
		(shop) => placeOrders(shop, { ...purchase, lines: [purchase] }),
	],
	[
		"requestStockAlert",
		"LIMIT_30",
		`stockAlert:${id}`,
		(shop) => requestStockAlert(shop, productId),
	],
	[
		"requestQuote",
		"LIMIT_10",
		`quote:${id}`,
		(shop) =>
			requestQuote(shop, {
				tools: "Bar, 5",
				message: "",
				company: "",
				phone: "",
				neededBy: null,
				formKey: null,
			}),
	],
	[
		"acceptQuote",
		"LIMIT_20",
		`checkout:${id}`,
		(shop) => acceptQuote(shop, "none", { ...purchase, revision: 1 }),
	],
	["addToAccountBasket", "LIMIT_120", `basket:${id}`, (shop) => addToAccountBasket(shop, [])],
	["checkLines", "LIMIT_30", `quickOrder:${id}`, (shop) => checkLines(shop, [])],
	["stopSharing", "LIMIT_60", `savedList:${id}`, (shop) => stopSharing(shop, "none")],
	["placeOrder", "LIMIT_120", `order:${id}`, (shop) => placeOrder(shop, purchase)],
	["startPayment", "LIMIT_30", `startPayment:${id}`, (shop) => startPayment(shop, 1_999, orderId)],
	[
		"confirmPayment",
		"LIMIT_30",
		`confirmPayment:${id}`,
		(shop) => confirmPayment(shop, orderId, "pi_1"),
	],
	[
		"addReview",
		"LIMIT_10",
		`review:${id}`,
		(shop) => addReview(shop, { review: "G", ratings: "5", img: "" }),
	],
];

const staffRows: [...Row, Account][] = [
	[
		"confirmSecondFactor",
		"LIMIT_5",
		`secondFactor:${staff.id}`,
		(shop) => confirmSecondFactor(shop, "000000"),
		staff,
	],
	[
		"startSecondFactor",
		"LIMIT_10",
		`loginAccount:${staff.email}`,
		(shop) => startSecondFactor(shop, "p"),
		staff,
	],
	[
		"placeOrdersForCustomer",
		"LIMIT_20",
		`placeOrdersForCustomer:${staff.id}`,
		(shop) =>
			placeOrdersForCustomer(shop, {
				...purchase,
				customer: { email, phone: "1" },
				lines: [purchase],
			}),
		staff,
	],
	[
		"copyPaymentLink",
		"LIMIT_20",
		`createPaymentLink:${staff.id}`,
		(shop) => copyPaymentLink(shop, orderId),
		staff,
	],
	[
		"checkOrderPayments",
		"LIMIT_30",
		`checkPayment:${admin.id}`,
		(shop) => checkOrderPayments(shop, orderId),
		admin,
	],
	[
		"addDocument",
		"LIMIT_30",
		`upload:${editor.id}`,
		(shop) => addDocument(shop, productId, document),
		editor,
	],
];

test.each<[...Row, Account | null]>([
	...visitorRows.map((row): [...Row, null] => [...row, null]),
	...shopperRows.map((row): [...Row, Account] => [...row, shopper]),
	...staffRows,
])("%s is limited by %s", async (_, limit, key, useCase, account) => {
	const { keys, shop } = createContextOverLimit(limit, account);
	await expect(useCase(shop)).rejects.toMatchObject({ status: 429 });
	expect(keys).toEqual([key]);
});
