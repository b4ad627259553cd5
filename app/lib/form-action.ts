import { type ActionFunctionArgs, data, type RouterContextProvider, redirect } from "react-router";
import type { GenericSchema } from "valibot";
import { ShopError, ValidationError } from "#contract/errors.ts";
import { type FieldIssue, parseInput } from "#contract/parse.ts";
import type { Shop } from "#worker/shop/context.ts";
import { toShopError } from "#worker/shop/errors.ts";
import { storeImage } from "#worker/shop/images/store.ts";
import { cookiesContext, shopContext } from "./context.ts";

type FormValues = Record<string, string>;

/** What a refused form shows: each issue at its field, the message above. `values` fills the fields again without script. */
export type FormErrors = { message: string; issues: FieldIssue[]; values: FormValues };

/** @returns the texts of a form, without passwords: those are never sent back */
function submittedValues(form: FormData): FormValues {
	const values: FormValues = {};
	for (const [name, value] of form) {
		if (typeof value === "string" && !name.includes("password")) values[name] = value;
	}
	return values;
}

type Work<Args, Answer> = (shop: Shop, form: FormData, args: Args) => Promise<Answer>;

/** The `action` of a form: an error of the shop is returned to the form, with its HTTP status. */
export const formAction =
	<Answer, Args extends ActionFunctionArgs>(work: Work<Args, Answer>) =>
	async (args: Args) => {
		const form = await args.request.formData();
		try {
			return await work(args.context.get(shopContext), form, args);
		} catch (error) {
			const refusal = toShopError(error);
			if (!refusal) throw error;
			const { message, issues, status } = refusal;
			const errors: FormErrors = { message, issues, values: submittedValues(form) };
			return data(errors, status);
		}
	};

/** @throws ShopError 400 with each field named */
export function readForm<Output>(form: FormData, schema: GenericSchema<unknown, Output>): Output {
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
 * The `action` of a form with an image. The script has uploaded it and sends its address as `img`; without script the file
 * comes along as `image` and is stored here, and its address put into the form.
 */
export const pictureFormAction = <Answer>(work: Work<ActionFunctionArgs, Answer>) =>
	formAction(async (shop, form, args: ActionFunctionArgs) => {
		requireSameAccount(shop, form);
		const file = form.get("image");
		if (file && typeof file !== "string" && file.size > 0) {
			form.set("img", await storeImage(shop, file));
		}
		return work(shop, form, args);
	});

/** Redirects to a page that shows what was done. */
export function redirectWithMessage(
	context: Readonly<RouterContextProvider>,
	path: string,
	text: string,
): Response {
	context.get(cookiesContext).flash({ kind: "success", text });
	return redirect(path, 303);
}
