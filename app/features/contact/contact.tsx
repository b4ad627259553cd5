import { redirect } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { formAction, readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { errorAt, Field, FormError, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { messageSubjectNames, messageSubjects } from "#contract/contact.ts";
import { textLength } from "#contract/limits.ts";
import { messageSchema } from "#contract/schemas/contact.ts";
import { sendMessage } from "#worker/shop/contact/messages.ts";
import type { Route } from "./+types/contact.ts";

export const meta: Route.MetaFunction = () =>
	pageMeta("Contact us", "Write to us about a tool, an order, a delivery or a return.");

const sentPath = "/contact?sent";

export function loader({ context, url }: Route.LoaderArgs) {
	const { account } = context.get(shopContext);
	return {
		isSent: url.searchParams.has("sent"),
		formKey: crypto.randomUUID(),
		initialValues: {
			name: account?.name,
			email: account?.email,
			orderNumber: url.searchParams.get("order")?.slice(0, textLength.messageOrder),
		},
	};
}

/** Bots fill in every field, including the hidden one. */
const isFromBot = (form: FormData) => form.get("website") !== "";

export const action = formAction(async (shop, form) => {
	if (isFromBot(form)) return redirect(sentPath, 303);
	const message = readForm(form, messageSchema);
	const formKey = String(form.get("formKey") ?? "").slice(0, textLength.idempotencyKey);
	await sendMessage(shop, message, formKey || null);
	return redirect(sentPath, 303);
});

const SentMessage = () => (
	<>
		<Alert tone="success">
			Thank you. We received your message and will reply by email on business days.
		</Alert>
		<div className="grid gap-3">
			<AnchorButton href="/tools" variant="primary">
				Back to the tools
			</AnchorButton>
			<AnchorButton href="/contact">Write another message</AnchorButton>
		</div>
	</>
);

export default function Contact({ loaderData, actionData: errors }: Route.ComponentProps) {
	const { isSent, formKey } = loaderData;
	const values: Record<string, string | undefined> = errors?.values ?? loaderData.initialValues;
	const getFieldProps = (name: string) => ({
		name,
		defaultValue: values[name],
		autoFocus: errors?.issues[0]?.field === name,
		error: errorAt(errors, name),
	});
	if (isSent && !errors)
		return (
			<Page title="Message sent" width="form">
				<SentMessage />
			</Page>
		);
	return (
		<Page title="Contact us" lead="We reply by email on business days." width="form">
			<form method="post" action="/contact" data-draft="contact" className="stack">
				<FormError errors={errors} />
				<input type="hidden" name="formKey" value={formKey} />
				<Field
					label="Name"
					autoComplete="name"
					maxLength={textLength.name}
					required
					{...getFieldProps("name")}
				/>
				<Field
					label="Email"
					type="email"
					autoComplete="email"
					maxLength={textLength.email}
					required
					{...getFieldProps("email")}
				/>
				<SelectField label="What is it about?" required {...getFieldProps("subject")}>
					<option value="">Choose one</option>
					{messageSubjectNames.map((name) => (
						<option key={name} value={name}>
							{messageSubjects[name]}
						</option>
					))}
				</SelectField>
				<Field
					label="Order number (optional)"
					hint="You can find it under My Orders and in our emails."
					autoComplete="off"
					maxLength={textLength.messageOrder}
					{...getFieldProps("orderNumber")}
				/>
				<TextAreaField
					label="Message"
					rows={7}
					maxLength={textLength.message}
					required
					{...getFieldProps("message")}
				/>
				<div hidden>
					<label htmlFor="website">Leave this field empty</label>
					<input type="text" id="website" name="website" tabIndex={-1} autoComplete="off" />
				</div>
				<Button type="submit" variant="primary">
					Send message
				</Button>
			</form>
		</Page>
	);
}
