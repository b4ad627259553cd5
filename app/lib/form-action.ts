import { type ActionFunctionArgs, data, type RouterContextProvider, redirect } from "react-router";
import type { GenericSchema } from "valibot";
import { type ErrorCode, ShopError, ValidationError } from "#contract/errors.ts";
import { normalizeLineBreaks } from "#contract/line-breaks.ts";
import { type FieldIssue, parseInput } from "#contract/parse.ts";
import { passkeyAssertionFormSchema } from "#contract/schemas/passkeys.ts";
import type { ConfirmMethod } from "#contract/sensitive-actions.ts";
import { confirmIdentity, getConfirmMethod } from "#worker/shop/accounts/confirm-identity.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { redactQueryValues, toShopError } from "#worker/shop/errors.ts";
import { storeImage } from "#worker/shop/images/store.ts";
import { addReference } from "./add-reference.ts";
import { cookiesContext, shopContext } from "./context.ts";
import { getSubmittedValues, typedTextField } from "./submitted-values.ts";

/** Each issue is shown at its field. `values` refills the fields without JavaScript. */
export type FormErrors = {
	message: string;
	code?: ErrorCode;
	issues: FieldIssue[];
	values: Record<string, string>;
	identityCheck?: IdentityCheck;
};

/** How users must confirm their identity before the action is performed (app/ui/confirm-identity.tsx). */
export type IdentityCheck = {
	method: ConfirmMethod;
	hasPasskey: boolean;
	/** The path of a new sign-in with Google, which returns to the form. */
	googlePath: string;
	error?: string | undefined;
};

function readProof(form: FormData) {
	const [code, password] = [form.get("confirm-code"), form.get("confirm-password")];
	const passkey = form.get("confirm-passkey");
	if (passkey) return readForm(new Map([["passkey", passkey]]), passkeyAssertionFormSchema);
	if (typeof code === "string") return { code };
	return typeof password === "string" ? { password } : null;
}

/**
 * Confirms the user's identity with the passkey, password or code in the form, if there is one.
 * @returns the context for the action, or the error if the passkey, password or code is wrong
 */
async function confirmIdentityFromForm(
	shop: ShopContext,
	form: FormData,
): Promise<ShopContext | ShopError> {
	try {
		const proof = readProof(form);
		return proof ? await confirmIdentity(shop, proof) : shop;
	} catch (error) {
		const shopError = toShopError(error);
		if (!shopError) throw error;
		return shopError;
	}
}

/** Rejects a form and asks users to confirm their identity. */
async function askToConfirm(
	shop: ShopContext,
	form: FormData,
	{ pathname, search }: URL,
	{ message, status }: Pick<ShopError, "message" | "status">,
	error?: string,
) {
	const values = getSubmittedValues(form);
	const googlePath = `/auth/google?${new URLSearchParams({ from: pathname + search })}`;
	const identityCheck = { ...(await getConfirmMethod(shop)), googlePath, error };
	return data<FormErrors>({ message, issues: [], values, identityCheck }, status);
}

type Handler<Args, Result> = (shop: ShopContext, form: FormData, args: Args) => Promise<Result>;

/** Rejects a form with an `AccountField` if another account has since signed in, in another tab. */
export function requireSameAccount(
	{ account }: ShopContext,
	form: { get(name: string): unknown },
): void {
	const email = form.get("account");
	if (email === null || email === account?.email) return;
	throw new ShopError(account ? "account_changed" : "unauthenticated");
}

/** Fills in a form with what was typed before the user had to sign in (features/accounts/guards.ts). The user submits it again. */
function restoreForm(shop: ShopContext, typedText: string) {
	const typed = new URLSearchParams(typedText);
	requireSameAccount(shop, typed);
	const message = "Nothing was sent yet. Check what you typed, then send it again.";
	return data<FormErrors>({ message, issues: [], values: getSubmittedValues(typed) });
}

/** Creates a route's action. If `handler` throws a ShopError, the form gets its message, issues and HTTP status. */
export const formAction =
	<Result, Args extends ActionFunctionArgs>(handler: Handler<Args, Result>) =>
	async (args: Args) => {
		const form = await args.request.formData();
		const shop = args.context.get(shopContext);
		const typedText = form.get(typedTextField);
		try {
			if (typeof typedText === "string") return restoreForm(shop, typedText);
			requireSameAccount(shop, form);
			const shopOrError = await confirmIdentityFromForm(shop, form);
			if (shopOrError instanceof ShopError) {
				const { status, message, issues } = shopOrError;
				const rejection = { status, message: "Confirm that it is you." };
				return askToConfirm(shop, form, args.url, rejection, issues[0]?.message ?? message);
			}
			return await handler(shopOrError, form, args);
		} catch (error) {
			const shopError = toShopError(error);
			if (!shopError) throw error;
			if (shopError.code === "confirmation_required")
				return askToConfirm(shop, form, args.url, shopError);
			const { code, issues, status } = shopError;
			const { requestId } = shop.visitor;
			const isOurs = status >= 500;
			if (isOurs && shopError !== error) console.error(requestId, redactQueryValues(error));
			const message = isOurs ? addReference(shopError.message, requestId) : shopError.message;
			const errors: FormErrors = { message, code, issues, values: getSubmittedValues(form) };
			return data(errors, status);
		}
	};

/**
 * Groups fields that react-hook-form names like "priceBreaks.0.price" into arrays of objects. Normalizes line breaks, because browsers count
 * each as one character of `maxlength`.
 */
function groupRowFields(form: Iterable<[string, FormDataEntryValue]>): Record<string, unknown> {
	const lists = new Map<string, Record<string, unknown>[]>();
	const fields: [string, unknown][] = [];
	for (const [name, rawValue] of form) {
		const value = typeof rawValue === "string" ? normalizeLineBreaks(rawValue) : rawValue;
		const [, list, index, key] = /^(\w+)\.(\d{1,2})\.(\w+)$/.exec(name) ?? [];
		if (list === undefined || key === undefined) fields.push([name, value]);
		else {
			const rows = lists.get(list) ?? [];
			const row = rows[Number(index)] ?? {};
			rows[Number(index)] = { ...row, [key]: value };
			lists.set(list, rows);
		}
	}
	const rowFields = Array.from(lists, ([list, rows]) => [
		list,
		Array.from(rows, (row) => row ?? {}),
	]);
	return Object.fromEntries([...fields, ...rowFields]);
}

/** @throws ShopError 400 with an issue for each invalid field */
export function readForm<Output>(
	form: Iterable<[string, FormDataEntryValue]>,
	schema: GenericSchema<unknown, Output>,
): Output {
	const parsed = parseInput(schema, groupRowFields(form));
	if (!parsed.success) throw new ValidationError(parsed.issues);
	return parsed.output;
}

/** With JavaScript the image is already uploaded and `img` is its URL; without it, the file is in `image`. */
export const pictureFormAction = <Result>(handler: Handler<ActionFunctionArgs, Result>) =>
	formAction(async (shop, form, args: ActionFunctionArgs) => {
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
