import { useEffect } from "react";
import { Link, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import * as v from "valibot";
import { saveDraft } from "#app/client/dashboard-scripts.client.ts";
import { loadDeliveryDefaults } from "#app/features/checkout/delivery-defaults.ts";
import { DeliveryFields } from "#app/features/checkout/delivery-fields.tsx";
import {
	redirectToPayment,
	werePlacedEarlier,
} from "#app/features/checkout/redirect-to-payment.ts";
import { Parties, PrintedWordmark } from "#app/features/orders/parties.tsx";
import { paymentProcessingText } from "#app/features/orders/unpaid-order.tsx";
import { shopContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { revalidateAfterConflict } from "#app/lib/revalidate-after-conflict.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { useAccount } from "#app/root-data.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DetailList } from "#app/ui/detail-list.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { useValidatedForm, ValidatedForm } from "#app/ui/validated-form.tsx";
import { success } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import { findBrokenRule } from "#contract/order-rules.ts";
import { getStateLabels, isCanceled } from "#contract/order-states.ts";
import { applyQuotedPrice, getUnitPriceCents } from "#contract/price-breaks.ts";
import { quoteStates } from "#contract/quote-states.ts";
import { chooseDeliveryFields } from "#contract/schemas/addresses.ts";
import { revision } from "#contract/schemas/quotes.ts";
import {
	checkoutPath,
	orderNumber,
	orderPath,
	ownQuotePath,
	ownQuotesPath,
	paymentPath,
	quoteNumber,
	requestQuotePath,
} from "#contract/shop.ts";
import { readDelivery } from "#worker/shop/accounts/addresses.ts";
import { getProfile } from "#worker/shop/accounts/profile.ts";
import { acceptQuote } from "#worker/shop/quotes/accept.ts";
import { declineQuote } from "#worker/shop/quotes/answer.ts";
import { type Quote, requireOwnQuote } from "#worker/shop/quotes/read.ts";
import { getSeller } from "#worker/shop/seller.ts";
import type { Route } from "./+types/my-quote.ts";
import { formatLastValidDay, QuoteBadge } from "./quote-badge.tsx";
import { QuoteLines, RequestDetails } from "./quote-details.tsx";

/** After a 404, the chosen address has been removed, and the form must no longer offer it. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
	args.actionStatus === 404 || revalidateAfterConflict(args);

export const meta: Route.MetaFunction = ({ params }) =>
	pageMeta(`Quote ${quoteNumber(params.quoteid)}`);

/** Returns where the customer pays for the unpaid orders; null if there are none. `note` is data, so that the page does not load its module. */
function findPayment({ orders, checkoutId }: Quote) {
	const unpaidOrders = orders.filter(({ state }) => state === "unpaid");
	const [first, second] = unpaidOrders;
	if (!first || !checkoutId) return null;
	return {
		path: second ? checkoutPath(checkoutId) : paymentPath(first.id),
		note: unpaidOrders.some(({ isPaymentInProgress }) => isPaymentInProgress)
			? paymentProcessingText
			: null,
	};
}

export async function loader({ context, params }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const quote = await requireOwnQuote(shop, params.quoteid);
	const [delivery, profile] = await Promise.all([
		quote.state === "answered" ? loadDeliveryDefaults(shop) : null,
		quote.state === "new" ? getProfile(shop) : null,
	]);
	const isVerified = profile?.isVerified ?? null;
	return { quote, delivery, isVerified, payment: findPayment(quote), seller: getSeller(shop) };
}

export const action = formAction(async (shop, form, { context, params }: Route.ActionArgs) => {
	const path = ownQuotePath(params.quoteid);
	if (form.get("task") === "decline") {
		await declineQuote(shop, params.quoteid);
		return redirectWithMessage(context, path, success.quoteDeclined);
	}
	const values = Object.fromEntries(form);
	const input = readForm(form, v.object({ revision, ...chooseDeliveryFields(values) }));
	const { checkoutId, orderIds, acceptedAt } = await acceptQuote(shop, params.quoteid, {
		...(await readDelivery(shop, input, form)),
		revision: input.revision,
	});
	if (werePlacedEarlier(acceptedAt)) {
		return redirectWithMessage(context, path, success.orderPlacedBefore);
	}
	return redirectToPayment(context, { checkoutId, orderIds, placedAt: acceptedAt });
});

type Data = Route.ComponentProps["loaderData"];
type QuoteLine = Data["quote"]["lines"][number];
type AcceptProps = {
	quote: Data["quote"];
	delivery: NonNullable<Data["delivery"]>;
	errors: Parameters<typeof useValidatedForm>[1];
};

/** Returns why this line prevents the customer from ordering the quote, or that it is cheaper without it; null if neither is true. */
function findProblem(line: QuoteLine) {
	const { name, isPublished, pieces, unitPriceCents, stock } = line;
	if (!isPublished) return `${name} is no longer sold. Ask us for another quote.`;
	if (stock < pieces) {
		const stockText =
			stock > 0
				? `We have only ${formatCount(stock, "piece")} of ${name} in stock`
				: `${name} is out of stock`;
		return `${stockText}. You can accept the quote once we have enough, or contact us.`;
	}
	const quotedTool = applyQuotedPrice({ ...line, quantity: stock }, unitPriceCents);
	if (findBrokenRule(quotedTool, pieces) === null) {
		const shopPriceCents = getUnitPriceCents(line, pieces);
		if (shopPriceCents >= unitPriceCents) return null;
		return `${name} costs ${formatCents(shopPriceCents)} per piece now, less than in this quote. Order it without the quote.`;
	}
	const minimum = formatCount(line.minimum, "piece");
	const cartons =
		line.orderMultiple > 1 ? `, in cartons of ${formatInteger(line.orderMultiple)}` : "";
	return `The minimum order of ${name} is now ${minimum}${cartons}. Ask us for another quote.`;
}

const useDraftName = ({ id }: Pick<Quote, "id">) =>
	[useAccount()?.email ?? "", `quote ${id}`] as const;

function AcceptForm({ quote, delivery, errors }: AcceptProps) {
	const form = useValidatedForm("delivery", errors);
	const [email, draftName] = useDraftName(quote);
	const { draft, save } = useDraft(email, draftName, "");
	const isSubmitting = useNavigation().formMethod === "POST";
	useEffect(() => {
		if (!isSubmitting) return;
		// The payment page of an accepted quote is a new document.
		const remove = () => saveDraft(email, draftName, null);
		addEventListener("pagehide", remove);
		return () => removeEventListener("pagehide", remove);
	}, [isSubmitting, email, draftName]);
	return (
		<Section id="accept" title="Accept this quote" className="grid max-w-md gap-4 print:hidden">
			{quote.lines.map((line) => {
				const problem = findProblem(line);
				return problem && <Alert key={line.productId}>{keepUnitsTogether(problem)}</Alert>;
			})}
			<ValidatedForm
				form={form}
				submit="Accept and order"
				after={
					<p className="text-sm text-muted">
						You'll pay {formatCents(quote.totalCents)} on the next page.
					</p>
				}
			>
				<input type="hidden" name="revision" value={quote.revision} />
				<div key={draft.account} onInput={save}>
					<DeliveryFields
						defaults={delivery}
						getFieldProps={(name, initial) => form.getFieldProps(name, draft[name] ?? initial)}
						errors={errors}
					/>
				</div>
			</ValidatedForm>
			<ConfirmButton
				label="Decline"
				confirmLabel="Decline this quote"
				question="Decline this quote?"
				fields={{ task: "decline" }}
				size="md"
				variant="plain"
			>
				<p>You can request a new one at any time.</p>
			</ConfirmButton>
		</Section>
	);
}

/** Lists the quote's orders, with a link to pay for the unpaid ones. */
function PlacedOrders({ quote: { orders, lines }, payment }: Pick<Data, "quote" | "payment">) {
	const toolNames = new Map(lines.map(({ productId, name }) => [productId, name]));
	return (
		<Section id="orders" title="Orders" className="grid gap-3 print:hidden">
			<ul className="grid gap-1">
				{orders.map(({ id, productId, ...order }) => (
					<li key={id}>
						<Link to={orderPath(id)} className="link">
							{orderNumber(id)}
						</Link>{" "}
						{keepUnitsTogether(toolNames.get(productId) ?? "")}
						{isCanceled(order.state) && `: ${getStateLabels(order).label}`}
					</li>
				))}
			</ul>
			{payment?.note && <p>{payment.note}</p>}
			{payment && !payment.note && (
				<RouterLinkButton
					to={payment.path}
					reloadDocument
					variant="primary"
					className="justify-self-start"
				>
					Pay
				</RouterLinkButton>
			)}
		</Section>
	);
}

export default function MyQuote({ loaderData, actionData }: Route.ComponentProps) {
	const { quote, delivery, isVerified, payment, seller } = loaderData;
	const [account, draftName] = useDraftName(quote);
	const hasForm = delivery !== null;
	useEffect(() => {
		// The quote may have been accepted in another tab, or have ended.
		if (!hasForm) saveDraft(account, draftName, null);
	}, [hasForm, account, draftName]);
	const { state, lines, note, answeredAt, expiresAt, name, company, phone, email } = quote;
	const hasEnded = state === "expired" || state === "declined" || state === "withdrawn";
	return (
		<Page
			title={`Quote ${quoteNumber(quote.id)}`}
			width="text"
			inDashboard
			back={{ to: ownQuotesPath, label: "My Quotes" }}
			actions={
				lines.length > 0 && (
					<Button className="noscript:hidden print:hidden" onClick={() => window.print()}>
						Print
					</Button>
				)
			}
		>
			<PrintedWordmark />
			{/* The form, which shows its errors, is gone once the quote cannot be accepted. */}
			{!delivery && actionData && <Alert tone="error">{actionData.message}</Alert>}
			<p className="flex flex-wrap items-center gap-3 print:hidden">
				<QuoteBadge state={state} />
				<span>
					{quoteStates[state].customerText}
					{isVerified === true && " We'll email you when it's ready."}
					{isVerified === false && (
						<>
							{" Verify your email under "}
							<a href="/dashbord/myprofile" className="link">
								My profile
							</a>
							, and we'll email you when it's ready.
						</>
					)}
				</span>
			</p>
			{lines.length > 0 && (
				<article className="invoice grid gap-8" aria-label="Quote">
					<DetailList
						rows={[
							["Number", quoteNumber(quote.id)],
							["Answered", answeredAt && <LocalDay key="answered" at={answeredAt} />],
							["Valid until", expiresAt && formatLastValidDay(expiresAt)],
							["Note", note],
						]}
					/>
					<Parties
						seller={seller}
						customer={[name, company, phone].filter(Boolean)}
						email={email}
					/>
					<div className="overflow-x-auto">
						<QuoteLines quote={quote} />
					</div>
				</article>
			)}
			{hasEnded && (
				<RouterLinkButton to={requestQuotePath} className="justify-self-start print:hidden">
					Request a new quote
				</RouterLinkButton>
			)}
			{state === "accepted" && <PlacedOrders quote={quote} payment={payment} />}
			{delivery && (
				<AcceptForm key={quote.revision} quote={quote} delivery={delivery} errors={actionData} />
			)}
			<Section id="request" title="Your request" className="grid gap-3 print:hidden">
				<RequestDetails quote={quote} />
			</Section>
		</Page>
	);
}
