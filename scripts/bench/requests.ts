import { type Buyer, productId } from "./world.ts";

/** One request, to be sent again and again. */
export type Request = {
	path: string;
	method: "GET" | "POST" | "PUT";
	headers: Record<string, string>;
	body?: string;
};

export const get = (path: string, headers: Record<string, string> = {}): Request => ({
	path,
	method: "GET",
	headers,
});

export const post = (
	path: string,
	body: unknown,
	headers: Record<string, string> = {},
): Request => ({
	path,
	method: "POST",
	headers: { "Content-Type": "application/json", ...headers },
	body: JSON.stringify(body),
});

/** The body of `POST /orders` (specification.md §7). */
export const orderOf = ({ email, name }: Buyer) => ({
	toolId: productId,
	toolName: "Bench tool",
	toolPrice: 12.5,
	name,
	email,
	quantity: 1,
	location: "1 Bench Road",
	phone: "555 0100",
});
