import { mapDelivery } from "#contract/delivery.ts";
import { dollarsFromCents } from "#contract/money.ts";
import type { Account } from "#contract/roles.ts";
import type { AccountAnswer, UserAnswer } from "#contract/schemas/accounts.ts";
import type { Suggestion } from "#contract/schemas/finding.ts";
import type { OrderAnswer } from "#contract/schemas/orders.ts";
import type { ProductAnswer } from "#contract/schemas/products.ts";
import type { ReviewAnswer } from "#contract/schemas/reviews.ts";
import type { User } from "#worker/shop/accounts/list.ts";
import type { FullProduct, Product } from "#worker/shop/catalogue/read.ts";
import type { Order } from "#worker/shop/orders/read.ts";
import type { Review } from "#worker/shop/reviews/read.ts";

/** @returns a product with the field names of specification.md §3, and what its page shows beside them */
export const productJson = (product: FullProduct): ProductAnswer => ({
	_id: product.id,
	name: product.name,
	quantity: product.quantity,
	minimum: product.minimum,
	img: product.img,
	decreption: product.description,
	price: dollarsFromCents(product.priceCents),
	category: product.category,
	specification: product.specification.map((row) => [...row]),
	gallery: [...product.gallery],
});

/** @returns a product as it is suggested while somebody types */
export const suggestionJson = ({ id, name, priceCents, img }: Product): Suggestion => ({
	_id: id,
	name,
	price: dollarsFromCents(priceCents),
	img,
});

/** @returns an order with the field names of specification.md §3 */
export const orderJson = (order: Order): OrderAnswer => ({
	_id: order.id,
	toolName: order.toolName,
	toolId: order.productId,
	toolPrice: dollarsFromCents(order.toolPriceCents),
	name: order.name,
	email: order.email,
	quantity: order.quantity,
	...mapDelivery((name) => order[name]),
	paid: order.paidAt !== null,
	shift: order.shippedAt !== null,
	transactionId: order.transactionId,
});

/** @returns a review with the field names of specification.md §3, and what admins alone read where `email` is given */
export const reviewJson = ({ id, productId, email, hidden, ...review }: Review): ReviewAnswer => ({
	_id: id,
	review: review.review,
	ratings: review.ratings,
	img: review.img,
	name: review.name,
	verified: review.verified,
	...(productId === null ? {} : { toolId: productId }),
	...(email === null ? {} : { email, hidden }),
});

/** @returns who is signed in; null for nobody */
export const accountJson = (account: Account | null): AccountAnswer => ({
	account: account && { email: account.email, name: account.name, role: account.role },
});

/** @returns a user with the field names of architecture.md "Calls" */
export const userJson = ({ id, email, name, role, img, phone }: User): UserAnswer => ({
	_id: id,
	email,
	name,
	role,
	img,
	phone,
});

export const inserted = (insertedId: string) => ({ acknowledged: true, insertedId });
export const modified = (modifiedCount: number) => ({
	acknowledged: true,
	matchedCount: 1,
	modifiedCount,
});
export const deleted = (deletedCount: number) => ({ acknowledged: true, deletedCount });
