import { data, redirect } from "react-router";
import type { GenericSchema } from "valibot";
import { ShopError, ValidationError } from "#contract/errors.ts";
import { type FieldIssue, parseInput } from "#contract/parse.ts";
import type { Shop } from "#worker/shop/context.ts";
import { toShopError } from "#worker/shop/errors.ts";
import { storeImage } from "#worker/shop/images/store.ts";

type FormValues = Record<string, string>;

/** What a refused form shows: each issue at its field, the message above. `values` fills the fields again without script. */
export type FormErrors = { message: string; issues: FieldIssue[]; values: FormValues };

/** Returns an error of the shop to the form, with its HTTP status. @param values from `submittedValues` */
export async function withFormErrors<Answer>(work: () => Promise<Answer>, values: FormValues = {}) {
	try {
		return await work();
	} catch (error) {
		const refusal = toShopError(error);
		if (!refusal) throw error;
		const errors: FormErrors = { message: refusal.message, issues: refusal.issues, values };
		return data(errors, refusal.status);
	}
}

/** @returns the texts of a form, without passwords: those are never sent back */
export function submittedValues(form: FormData): FormValues {
	const values: FormValues = {};
	for (const [name, value] of form) {
		if (typeof value === "string" && !name.includes("password")) values[name] = value;
	}
	return values;
}

/** @throws ShopError 400 with each field named */
export async function readForm<Output>(
	source: Request | FormData,
	schema: GenericSchema<unknown, Output>,
): Promise<Output> {
	const form = source instanceof FormData ? source : await source.formData();
	const parsed = parseInput(schema, Object.fromEntries(form));
	if (!parsed.success) throw new ValidationError(parsed.issues);
	return parsed.output;
}

/**
 * A form that shows one account's email must not be submitted for another one, signed in meanwhile in another tab.
 * @throws ShopError 403
 */
export function requireSameAccount({ account }: Shop, form: FormData): void {
	const email = form.get("email");
	if (email !== null && email !== account?.email) {
		throw new ShopError("account_changed");
	}
}

/**
 * For actions of forms with an image. The script has uploaded it and sends its address as `img`; without script the file
 * comes along as `image` and is stored here, and its address put into the form.
 */
export async function withImage<Answer>(
	request: Request,
	shop: Shop,
	work: (form: FormData) => Promise<Answer>,
) {
	const form = await request.formData();
	const values = submittedValues(form);
	return withFormErrors(async () => {
		requireSameAccount(shop, form);
		const file = form.get("image");
		if (file && typeof file !== "string" && file.size > 0) {
			values.img = await storeImage(shop, file);
			form.set("img", values.img);
		}
		return work(form);
	}, values);
}

/** Redirects to a page that shows what was done. */
export function redirectWithMessage({ visitor }: Shop, path: string, text: string): Response {
	visitor.flash({ kind: "success", text });
	return redirect(path, 303);
}
