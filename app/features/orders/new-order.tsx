import { Form, Link, redirect } from "react-router";
import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Field, FormError, ReadOnlyField, TextAreaField } from "#app/ui/field.tsx";
import { WrappableText } from "#app/ui/line-breaks.tsx";
import { Page } from "#app/ui/page.tsx";
import { useValidatedForm, ValidatedForm } from "#app/ui/validated-form.tsx";
import { deliveryEntries, deliveryLines } from "#contract/delivery.ts";
import { success } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { findBrokenRule } from "#contract/order-rules.ts";
import { unitPriceCents } from "#contract/price-breaks.ts";
import { customerOrderSchema } from "#contract/schemas/customer-order.ts";
import { idempotencyKeySchema } from "#contract/schemas/idempotency-key.ts";
import { orderPath } from "#contract/shop.ts";
import { readDraftTools, suggestDraftTools } from "#worker/shop/orders/draft-tools.ts";
import {
	findCustomers,
	getCustomer,
	placeForCustomer,
} from "#worker/shop/orders/place-for-customer.ts";
import type { Route } from "./+types/new-order.ts";
import { newOrderPath, readDraft, withAddedLine } from "./new-order-draft.ts";
import {
	FoundCustomers,
	FoundTools,
	Lines,
	SearchForm,
	Step,
	totalOfLines,
} from "./new-order-parts.tsx";

type Data = Route.ComponentProps["loaderData"];

export const meta: Route.MetaFunction = () => pageMeta("New order");

export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const draft = readDraft(url.searchParams);
	const added = withAddedLine(draft, url.searchParams);
	if (added) throw redirect(newOrderPath(added));
	const isKnown = draft.customer !== "" && draft.customer !== "new";
	const [customers, customer, found, tools] = await Promise.all([
		findCustomers(shop, draft.find),
		isKnown ? getCustomer(shop, draft.customer) : null,
		suggestDraftTools(shop, draft.q),
		readDraftTools(shop, draft.lines),
	]);
	const withText = ({ id, name, email, phone, problem }: (typeof customers)[number]) => ({
		...{ id, name, email, phone, problem: problem?.message ?? null },
	});
	return {
		draft,
		customers: customers.map(withText),
		customer: customer && withText(customer),
		found,
		lines: draft.lines.flatMap(({ productId, quantity }) => {
			const tool = tools.find(({ id }) => id === productId);
			return tool ? [{ tool, quantity }] : [];
		}),
		idempotencyKey: crypto.randomUUID(),
	};
}

const placeSchema = v.object({
	...customerOrderSchema.entries,
	idempotencyKey: idempotencyKeySchema,
	step: v.picklist(["edit", "review", "place"]),
});

const shownSchema = v.array(
	v.pipe(
		v.string(),
		v.regex(/^\w{1,128}:\d{1,9}$/),
		v.transform((text) => {
			const [productId = "", cents] = text.split(":");
			return [productId, Number(cents)] as const;
		}),
	),
);

/** The first step only checks the fields, and shows them once more. The second places the orders at the prices that were shown. */
export const action = formAction(async (shop, form, { context, url }: Route.ActionArgs) => {
	const { step, email, name, idempotencyKey, ...delivery } = readForm(form, placeSchema);
	const review = { email, name: name ?? "", idempotencyKey, ...delivery };
	if (step === "edit") return { edit: review };
	if (step === "review") return { review };
	const shown = new Map(v.parse(shownSchema, form.getAll("shown")));
	const orderIds = await placeForCustomer(shop, {
		...delivery,
		customer: { email, name, phone: delivery.phone },
		lines: readDraft(url.searchParams).lines.map((line) => ({
			...line,
			shownCents: shown.get(line.productId),
		})),
		idempotencyKey,
	});
	const [first = "", ...others] = orderIds;
	const path =
		others.length > 0
			? `/dashbord/manageAllorders?by=email&search=${encodeURIComponent(email)}`
			: orderPath(first);
	return redirectWithMessage(context, path, success.orderPlacedForCustomer);
});

function CustomerStep({ draft, customers, customer }: Data) {
	if (customer || draft.customer === "new") {
		return (
			<Step title="Customer">
				<div className="flex flex-wrap items-center justify-between gap-3">
					{customer ? (
						<p>
							<span className="font-semibold">{customer.name}</span>,{" "}
							<WrappableText text={customer.email} />
						</p>
					) : (
						<p>A new customer: enter name and email below.</p>
					)}
					<Link
						to={newOrderPath({ ...draft, customer: "" })}
						className="btn btn-ghost btn-sm"
						preventScrollReset
					>
						Change customer
					</Link>
				</div>
				{customer?.problem && <Alert tone="error">{customer.problem}</Alert>}
			</Step>
		);
	}
	return (
		<Step title="Customer">
			<SearchForm
				name="find"
				label="Find the customer"
				hint="The beginning of the email or of the name"
				value={draft.find}
				keep={{ ...draft, find: "" }}
			/>
			{draft.find && customers.length === 0 && <p role="status">No customer found.</p>}
			<FoundCustomers customers={customers} draft={draft} />
			<p>
				<Link
					to={newOrderPath({ ...draft, customer: "new", find: "" })}
					className="btn btn-plain"
					preventScrollReset
				>
					New customer
				</Link>
			</p>
		</Step>
	);
}

const ToolsStep = ({ draft, found, lines }: Data) => (
	<Step title="Tools">
		{lines.length > 0 && <Lines lines={lines} draft={draft} />}
		<SearchForm
			name="q"
			label="Add a tool"
			hint="Part number or name"
			value={draft.q}
			keep={{ ...draft, q: "" }}
		/>
		{draft.q && found.length === 0 && <p role="status">No tool found.</p>}
		<FoundTools tools={found} draft={draft} />
	</Step>
);

type DetailsProps = Data & {
	errors: Parameters<typeof useValidatedForm>[1];
	/** What was typed before the review. */
	edited: Review | null;
};

function DetailsStep({ customer, draft, idempotencyKey, errors, edited }: DetailsProps) {
	const form = useValidatedForm(customerOrderSchema, errors);
	const renderField = ([name, { label, hint, rows, type }]: (typeof deliveryEntries)[number]) => {
		const initial = edited?.[name] ?? (name === "phone" ? customer?.phone : undefined);
		const input = { label, hint, autoComplete: "off", ...form.field(name, initial) };
		return rows ? (
			<TextAreaField key={name} rows={rows} {...input} />
		) : (
			<Field key={name} type={type} {...input} />
		);
	};
	return (
		<Step title="Delivery">
			<ValidatedForm form={form} submit="Review the order">
				<input type="hidden" name="step" value="review" />
				<input
					type="hidden"
					name="idempotencyKey"
					value={errors?.values.idempotencyKey ?? edited?.idempotencyKey ?? idempotencyKey}
				/>
				{draft.customer === "new" ? (
					<>
						<Field label="Name" autoComplete="off" {...form.field("name", edited?.name)} />
						<Field
							label="Email"
							type="email"
							autoComplete="off"
							hint="Gets the payment link. Spell it back to the customer."
							{...form.field("email", edited?.email)}
						/>
					</>
				) : (
					<ReadOnlyField label="Email" {...form.field("email", customer?.email)} />
				)}
				{deliveryEntries.filter(([, { isCompany }]) => !isCompany).map(renderField)}
				<details>
					<summary className="cursor-pointer py-2 font-semibold">Ordering for a company?</summary>
					<div className="stack pt-2">
						{deliveryEntries.filter(([, { isCompany }]) => isCompany).map(renderField)}
					</div>
				</details>
			</ValidatedForm>
		</Step>
	);
}

type Review = Record<string, string>;

function ReviewStep({
	lines,
	customer,
	review,
}: Data & { review: Review & { location: string; phone: string } }) {
	const name = customer?.name ?? review.name ?? "";
	return (
		<Step title="Review">
			<ul className="grid gap-1">
				{lines.map(({ tool, quantity }) => (
					<li key={tool.id}>
						{formatCount(quantity, "piece")} of {tool.name},{" "}
						{formatCents(unitPriceCents(tool, quantity))} per piece
					</li>
				))}
			</ul>
			<p className="text-lg font-semibold">Total {formatCents(totalOfLines(lines))}</p>
			<p className="whitespace-pre-line">{[name, ...deliveryLines(review)].join("\n")}</p>
			<p>
				The payment link goes to{" "}
				<strong>
					<WrappableText text={review.email ?? ""} />
				</strong>
				.
			</p>
			<Form method="post" className="flex flex-wrap gap-3">
				{Object.entries(review).map(
					([field, value]) =>
						value && <input key={field} type="hidden" name={field} value={value} />,
				)}
				{lines.map(({ tool, quantity }) => (
					<input
						key={tool.id}
						type="hidden"
						name="shown"
						value={`${tool.id}:${unitPriceCents(tool, quantity)}`}
					/>
				))}
				<Button type="submit" variant="primary" name="step" value="place">
					Place order
				</Button>
				<Button type="submit" variant="quiet" name="step" value="edit">
					Go back
				</Button>
			</Form>
		</Step>
	);
}

export default function NewOrder({ loaderData, actionData }: Route.ComponentProps) {
	const { draft, customer, lines } = loaderData;
	const review = actionData && "review" in actionData ? actionData.review : null;
	const edited = actionData && "edit" in actionData ? actionData.edit : null;
	const errors = actionData && "message" in actionData ? actionData : undefined;
	const hasCustomer = draft.customer === "new" || (customer !== null && !customer.problem);
	const isOrderable =
		lines.length > 0 && lines.every(({ tool, quantity }) => !findBrokenRule(tool, quantity));
	return (
		<Page
			title="New order"
			lead="Place an order for a customer, who gets an email with a link to pay it."
			width="text"
			inDashboard
		>
			{review && isOrderable ? (
				<ReviewStep {...loaderData} review={review} />
			) : (
				<>
					<FormError errors={errors} />
					<CustomerStep {...loaderData} />
					<ToolsStep {...loaderData} />
					{hasCustomer && isOrderable && (
						<DetailsStep key={draft.customer} {...loaderData} errors={errors} edited={edited} />
					)}
				</>
			)}
		</Page>
	);
}
