import { type ActionFunctionArgs, data, type RouterContextProvider, redirect } from "react-router";
import type { GenericSchema } from "valibot";
import { ShopError, ValidationError } from "#contract/errors.ts";
import { type FieldIssue, parseInput } from "#contract/parse.ts";
import type { Shop } from "#worker/shop/context.ts";
import { toShopError } from "#worker/shop/errors.ts";
import { storeImage } from "#worker/shop/images/store.ts";
import { cookiesContext, shopContext } from "./context.ts";

/** Each issue is shown at its field. `values` refills the fields without JavaScript. */
export type FormErrors = { message: string; issues: FieldIssue[]; values: Record<string, string> };

function submittedValues(form: FormData) {
	const values: FormErrors["values"] = {};
	for (const [name, value] of form) {
		if (typeof value === "string" && !name.includes("password")) values[name] = value;
	}
	return values;
}

type Handler<Args, Result> = (shop: Shop, form: FormData, args: Args) => Promise<Result>;

/** Creates a route's action. If `handler` throws a ShopError, the form gets its message, issues and HTTP status. */
export const formAction =
	<Result, Args extends ActionFunctionArgs>(handler: Handler<Args, Result>) =>
	async (args: Args) => {
		const form = await args.request.formData();
		try {
			return await handler(args.context.get(shopContext), form, args);
		} catch (error) {
			const shopError = toShopError(error);
			if (!shopError) throw error;
			const { message, issues, status } = shopError;
			const errors: FormErrors = { message, issues, values: submittedValues(form) };
			return data(errors, status);
		}
	};

/** @throws ShopError 400 with an issue for each invalid field */
export function readForm<Output>(form: FormData, schema: GenericSchema<unknown, Output>): Output {
	const parsed = parseInput(schema, Object.fromEntries(form));
	if (!parsed.success) throw new ValidationError(parsed.issues);
	return parsed.output;
}

/** Rejects a form that contains one account's email if another account has since signed in, in another tab. */
export function requireSameAccount({ account }: Shop, form: FormData): void {
	const email = form.get("email");
	if (email !== null && email !== account?.email) throw new ShopError("account_changed");
}

/** With JavaScript the image is already uploaded and `img` is its URL; without it, the file is in `image`. */
export const pictureFormAction = <Result>(handler: Handler<ActionFunctionArgs, Result>) =>
	formAction(async (shop, form, args: ActionFunctionArgs) => {
		requireSameAccount(shop, form);
		const file = form.get("image");
		if (file && typeof file !== "string" && file.size > 0) {
			form.set("img", await storeImage(shop, file));
		}
		return handler(shop, form, args);
	});

export function redirectWithMessage(
	context: Readonly<RouterContextProvider>,
	path: string,
	text: string,
): Response {
	context.get(cookiesContext).flash({ kind: "success", text });
	return redirect(path, 303);
}
