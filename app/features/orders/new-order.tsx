import { useEffect, useRef, useState } from "react";
import { data, redirect, useLocation, useNavigation } from "react-router";
import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { FormError } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { LinesRejectedError, ShopError } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { findBrokenRule, orderRuleCodes } from "#contract/order-rules.ts";
import { customerOrderSchema } from "#contract/schemas/customer-order.ts";
import { idempotencyKeySchema } from "#contract/schemas/idempotency-key.ts";
import { orderPath } from "#contract/shop.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import {
	findCustomerName,
	findCustomers,
	getCustomer,
	placeOrdersForCustomer,
	readToolsToOrder,
	suggestToolsToOrder,
} from "#worker/shop/orders/place-for-customer.ts";
import type { Route } from "./+types/new-order.ts";
import { CustomerStep } from "./new-order-customer.tsx";
import { DeliveryStep } from "./new-order-delivery.tsx";
import {
	changeDraft,
	newOrderPath,
	type OrderDraft,
	readDraft,
	readSubmittedFields,
	type SubmittedFields,
	withAddedLine,
} from "./new-order-draft.ts";
import { ReviewStep } from "./new-order-review.tsx";
import { ToolsStep } from "./new-order-tools.tsx";

export const meta: Route.MetaFunction = () => pageMeta("New Order");

async function readPageData(shop: ShopContext, draft: OrderDraft) {
	const isExistingCustomer = draft.customer !== "" && draft.customer !== "new";
	const [customers, customer, foundTools, tools] = await Promise.all([
		findCustomers(shop, draft.find),
		isExistingCustomer ? getCustomer(shop, draft.customer) : null,
		suggestToolsToOrder(shop, draft.q),
		readToolsToOrder(shop, draft.lines),
	]);
	const toCustomerView = ({ id, name, email, phone, problem }: (typeof customers)[number]) => ({
		id,
		name,
		email,
		phone,
		problem: problem?.message ?? null,
	});
	return {
		draft,
		customers: customers.map(toCustomerView),
		customer: customer && { ...toCustomerView(customer), delivery: customer.delivery },
		foundTools,
		lines: draft.lines.map(({ productId, quantity }) => ({
			productId,
			quantity,
			tool: tools.find(({ id }) => id === productId) ?? null,
		})),
		idempotencyKey: crypto.randomUUID(),
	};
}

export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const draft = readDraft(url.searchParams);
	const changedDraft = withAddedLine(draft, url.searchParams);
	if (changedDraft) throw redirect(newOrderPath(changedDraft));
	return readPageData(shop, draft);
}

const placeSchema = v.object({
	...customerOrderSchema.entries,
	idempotencyKey: idempotencyKeySchema,
	step: v.picklist(["edit", "review", "place"]),
});

const shownPricesSchema = v.array(
	v.pipe(
		v.string(),
		v.regex(/^\w{1,128}:\d{1,9}$/),
		v.transform((text) => {
			const [productId = "", cents] = text.split(":");
			return [productId, Number(cents)] as const;
		}),
	),
);

const lineErrorCodes: string[] = [...orderRuleCodes, "price_changed", "product_not_found"];

/**
 * Returns why lines cannot be ordered, keyed by tool id; null if the error is about something else. The error of a single-line order does
 * not name its line.
 */
function findLineProblems(
	error: unknown,
	[first]: OrderDraft["lines"],
): Record<string, string> | null {
	if (error instanceof LinesRejectedError) {
		return Object.fromEntries(error.lines.map(({ productId, message }) => [productId, message]));
	}
	if (!(error instanceof ShopError) || !first || !lineErrorCodes.includes(error.code)) return null;
	return { [first.productId]: error.message };
}

/**
 * The steps: `review` validates the fields and shows them. `place` places the orders at the prices that were shown. `edit` goes back to the
 * fields. `lines` changes the tools: without JavaScript, its forms submit all other fields too.
 */
export const action = formAction(async (shop, form, { context, url }: Route.ActionArgs) => {
	if (form.get("step") === "lines") {
		return {
			submittedFields: readSubmittedFields(form),
			pageData: await readPageData(shop, changeDraft(url, form)),
		};
	}
	const { step, email, name, idempotencyKey, ...delivery } = readForm(form, placeSchema);
	const fieldsToReview = { email, name: name ?? "", idempotencyKey, ...delivery };
	if (step === "edit") return { submittedFields: readSubmittedFields(form) };
	if (step === "review")
		return { fieldsToReview, accountName: await findCustomerName(shop, email) };
	const shownPrices = new Map(v.parse(shownPricesSchema, form.getAll("shown")));
	const { lines } = readDraft(url.searchParams);
	try {
		const [first = "", ...others] = await placeOrdersForCustomer(shop, {
			...delivery,
			customer: { email, name, phone: delivery.phone },
			lines: lines.map((line) => ({ ...line, shownCents: shownPrices.get(line.productId) })),
			idempotencyKey,
		});
		const path =
			others.length > 0
				? `/dashbord/manageAllorders?by=email&search=${encodeURIComponent(email)}`
				: orderPath(first);
		return redirectWithMessage(context, path, success.orderPlacedForCustomer);
	} catch (error) {
		const lineProblems = findLineProblems(error, lines);
		if (!lineProblems) throw error;
		// React Router does not rerun the loader after an error.
		const pageData = await readPageData(shop, readDraft(url.searchParams));
		return data({ submittedFields: readSubmittedFields(form), lineProblems, pageData }, 409);
	}
});

type ActionResult = {
	/** The values to restore in the fields. */
	submittedFields?: SubmittedFields;
	/** Replaces the loader's data if the draft is not the one in the URL. */
	pageData?: Route.ComponentProps["loaderData"];
	/** The values to review before the orders are placed. */
	fieldsToReview?: SubmittedFields;
	/** The name of the account that has the email to review. */
	accountName?: string | null;
	lineProblems?: Record<string, string>;
};

/** Returns the choices in the URL of a pending navigation. Without them, the next form would submit the previous ones. */
function usePendingChoices(): Partial<OrderDraft> {
	const { location } = useNavigation();
	const { pathname } = useLocation();
	if (location?.pathname !== pathname) return {};
	const params = new URLSearchParams(location.search);
	const draft = readDraft(params);
	const { customer, lines } = withAddedLine(draft, params) ?? draft;
	return { customer, lines };
}

export default function NewOrder({ loaderData, actionData }: Route.ComponentProps) {
	const errors = actionData && "message" in actionData ? actionData : undefined;
	const result: ActionResult = actionData && !("message" in actionData) ? actionData : {};
	const { pageData = loaderData, fieldsToReview, accountName = null, lineProblems = {} } = result;
	const stepProps = { ...pageData, draft: { ...pageData.draft, ...usePendingChoices() } };
	const submittedFields =
		result.submittedFields ??
		fieldsToReview ??
		(errors ? readSubmittedFields(Object.entries(errors.values)) : null);
	const [typedFields] = useState(() => new Map<string, SubmittedFields>());
	const { draft, customer, lines } = stepProps;
	const previousCustomer = useRef(draft.customer);
	const isCustomerChanged = previousCustomer.current !== draft.customer;
	useEffect(() => {
		previousCustomer.current = draft.customer;
		// Another order begins: its customer must not get the details of the one before.
		if (draft.customer === "" && draft.lines.length === 0) typedFields.clear();
	});
	const hasCustomer = draft.customer === "new" || (customer !== null && !customer.problem);
	const isOrderable =
		lines.length > 0 &&
		lines.every(({ tool, quantity }) => tool && !findBrokenRule(tool, quantity));
	return (
		<Page
			title="New Order"
			lead="Place an order for a customer, who gets a payment link by email."
			width="text"
			inDashboard
		>
			{fieldsToReview && isOrderable ? (
				<ReviewStep {...stepProps} fields={fieldsToReview} accountName={accountName} />
			) : (
				<>
					<FormError errors={errors} />
					<CustomerStep {...stepProps} />
					<ToolsStep {...stepProps} submittedFields={submittedFields} lineProblems={lineProblems} />
					{hasCustomer && (lines.length > 0 || submittedFields) && (
						<DeliveryStep
							key={draft.customer}
							{...stepProps}
							errors={errors}
							submittedFields={submittedFields}
							typedFields={typedFields}
							autoFocus={isCustomerChanged}
						/>
					)}
				</>
			)}
		</Page>
	);
}
