import { cookiesContext, shopContext } from "#app/lib/context.ts";
import {
	type FormErrors,
	formAction,
	readForm,
	redirectWithMessage,
} from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { useAccount } from "#app/root-data.ts";
import { Field, TextAreaField } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { useValidatedForm, ValidatedForm } from "#app/ui/validated-form.tsx";
import { quoteTextMax, textLength } from "#contract/limits.ts";
import { success } from "#contract/messages.ts";
import { quoteFormKeySchema, quoteRequestSchema } from "#contract/schemas/quotes.ts";
import { ownQuotePath, ownQuotesPath } from "#contract/shop.ts";
import { listAddresses } from "#worker/shop/accounts/addresses.ts";
import { type BasketLine, readBasket } from "#worker/shop/basket/view.ts";
import { requestQuote } from "#worker/shop/quotes/request.ts";
import type { Route } from "./+types/request-quote.ts";

export const meta: Route.MetaFunction = () => pageMeta("Request a quote");

/** If the name contains a comma, a semicolon separates it from the quantity, so that the shop reads the line as it is meant. */
function formatLine({ name, partNumber, quantity }: BasketLine): string {
	const item = partNumber ?? name;
	return `${item}${item.includes(",") ? ";" : ","} ${quantity}`;
}

/** Prefills the tools from the basket, and the company and phone number from the most recently used address. */
export async function loader({ context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const [basket, [address]] = await Promise.all([
		readBasket(shop, context.get(cookiesContext)),
		listAddresses(shop),
	]);
	const lines = basket?.lines.filter(({ isPublished }) => isPublished) ?? [];
	return {
		tools: lines.map(formatLine).join("\n"),
		company: address?.company ?? "",
		phone: address?.phone ?? "",
		formKey: crypto.randomUUID(),
		today: new Date().toISOString().slice(0, 10),
	};
}

export const action = formAction(async (shop, form, { context }) => {
	const request = readForm(form, quoteRequestSchema);
	const { formKey } = readForm(form, quoteFormKeySchema);
	const id = await requestQuote(shop, { ...request, formKey });
	return redirectWithMessage(context, ownQuotePath(id), success.quoteRequested);
});

type Props = {
	actionData: FormErrors | undefined;
	initialValues: Record<string, string>;
	isFromBasket: boolean;
	today: string;
};

function QuoteForm({ initialValues, isFromBasket, today, actionData }: Props) {
	const form = useValidatedForm("quote-request", actionData);
	return (
		<ValidatedForm form={form} submit="Send request">
			<input
				type="hidden"
				name="formKey"
				value={actionData?.values.formKey ?? initialValues.formKey}
			/>
			<TextAreaField
				label="Tools and quantities"
				hint={
					isFromBasket
						? "From your basket. One tool per line: part number or name, then the quantity."
						: "One tool per line: part number or name, then the quantity, such as “Torque wrench, 50”."
				}
				rows={8}
				maxLength={quoteTextMax}
				{...form.getFieldProps("tools", initialValues.tools)}
			/>
			<TextAreaField
				label="Message (optional)"
				rows={3}
				maxLength={textLength.quoteMessage}
				{...form.getFieldProps("message", initialValues.message)}
			/>
			<Field
				label="Company (optional)"
				autoComplete="organization"
				{...form.getFieldProps("company", initialValues.company)}
			/>
			<Field
				label="Phone (optional)"
				type="tel"
				autoComplete="tel"
				hint="If we have a question"
				{...form.getFieldProps("phone", initialValues.phone)}
			/>
			<Field
				label="Needed by (optional)"
				type="date"
				min={today}
				{...form.getFieldProps("neededBy", initialValues.neededBy)}
			/>
		</ValidatedForm>
	);
}

/** Adds the lines of tools that came into the basket after the draft was saved, unless the draft's text is unchanged or has them. */
function addNewLines(basket: string, saved: string | undefined, savedBasket: string): string {
	if (saved === undefined || saved === savedBasket) return basket;
	const readItem = (line: string) => line.replace(/[,;] *\d+$/, "");
	const knownItems = `${saved}\n${savedBasket}`.split("\n").map(readItem);
	const newLines = basket.split("\n").filter((line) => !knownItems.includes(readItem(line)));
	return [saved, ...newLines].join("\n");
}

export default function RequestQuote({ loaderData, actionData }: Route.ComponentProps) {
	const { today, ...initialValues } = loaderData;
	const { draft, save } = useDraft(useAccount()?.email ?? "", "quote", initialValues.tools);
	const { initialValue: savedBasket = "", ...savedValues } = draft;
	const tools = addNewLines(initialValues.tools, savedValues.tools, savedBasket);
	return (
		<Page
			title="Request a quote"
			lead="For large quantities, or tools that you can't find here. We'll reply with prices that you can accept and pay here."
			width="form"
			inDashboard
			back={{ to: ownQuotesPath, label: "My Quotes" }}
		>
			<div onInput={save}>
				<QuoteForm
					key={draft.initialValue}
					initialValues={{ ...initialValues, ...savedValues, tools }}
					isFromBasket={initialValues.tools !== ""}
					today={today}
					actionData={actionData}
				/>
			</div>
		</Page>
	);
}
