// React Router leaves `.client` modules out of the server bundle, and pages load this one only when a form is used.
import type { GenericSchema, InferInput } from "valibot";
import {
	linkGoogleSchema,
	loginSchema,
	profileSchema,
	resetFormSchema,
	signupSchema,
} from "#contract/schemas/accounts.ts";
import { addressSchema, createDeliverySchema } from "#contract/schemas/addresses.ts";
import { customerOrderSchema } from "#contract/schemas/customer-order.ts";
import { createDeleteAccountSchema } from "#contract/schemas/delete-account.ts";
import { createPurchaseSchema } from "#contract/schemas/orders.ts";
import { productSchema, productUpdateSchema } from "#contract/schemas/products.ts";
import { quoteRequestSchema } from "#contract/schemas/quotes.ts";
import { reviewSchema } from "#contract/schemas/reviews.ts";
import { readProductFromPage } from "./read-product.ts";

const schemaGetters = {
	address: () => addressSchema,
	"customer-order": () => customerOrderSchema,
	"delete-account": (form) =>
		createDeleteAccountSchema({ hasPassword: form.elements.namedItem("password") !== null }),
	delivery: () => createDeliverySchema({}),
	"link-google": () => linkGoogleSchema,
	login: () => loginSchema,
	"new-password": () => resetFormSchema,
	product: () => productSchema,
	"product-update": () => productUpdateSchema,
	profile: () => profileSchema,
	purchase: () =>
		createDeliverySchema({
			quantity: createPurchaseSchema(readProductFromPage()).entries.quantity,
		}),
	"quote-request": () => quoteRequestSchema,
	review: () => reviewSchema,
	signup: () => signupSchema,
} satisfies Record<string, (form: HTMLFormElement) => GenericSchema<unknown, unknown>>;

/** The `data-schema` of a form that the browser checks before it is submitted. */
export type SchemaName = keyof typeof schemaGetters;

export type FormInput<Name extends SchemaName> = InferInput<
	ReturnType<(typeof schemaGetters)[Name]>
>;

const isSchemaName = (name: string): name is SchemaName => Object.hasOwn(schemaGetters, name);

export function getSchema(form: HTMLFormElement): GenericSchema<unknown, unknown> {
	const name = form.dataset.schema ?? "";
	if (!isSchemaName(name)) throw new Error(`There is no schema ${name}`);
	return schemaGetters[name](form);
}
