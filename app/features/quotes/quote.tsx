import { shopContext } from "#app/lib/context.ts";
import { formAction, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { dayMs, lastFullDayBefore } from "#contract/days.ts";
import { ValidationError } from "#contract/errors.ts";
import { offerDays } from "#contract/limits.ts";
import { success } from "#contract/messages.ts";
import { parseInput } from "#contract/parse.ts";
import { canTransitionQuote } from "#contract/quote-states.ts";
import { quoteOfferSchema } from "#contract/schemas/quotes.ts";
import { orderNumber, orderPath, quoteNumber, quotePath, quotesPath } from "#contract/shop.ts";
import { sendOffer, withdrawQuote } from "#worker/shop/quotes/answer.ts";
import { matchToolLines } from "#worker/shop/quotes/match-lines.ts";
import { requireQuote } from "#worker/shop/quotes/read.ts";
import type { Route } from "./+types/quote.ts";
import { type OfferDraft, OfferForm } from "./offer-form.tsx";
import {
	createMatchedLine,
	createQuotedLines,
	mergeOfferLines,
	readOfferLines,
	readText,
	readValues,
} from "./offer-lines.ts";
import { formatLastValidDay, QuoteBadge } from "./quote-badge.tsx";
import { QuoteLines, RequestDetails } from "./quote-details.tsx";

export { revalidateAfterConflict as shouldRevalidate } from "#app/lib/revalidate-after-conflict.ts";

/** Formats a time as the value of a date field. */
const toIsoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const meta: Route.MetaFunction = ({ params }) =>
	pageMeta(`Quote ${quoteNumber(params.quoteid)}`);

/** For a new request, fills in the tools that the customer typed, with price breaks applied. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const quote = await requireQuote(shop, params.quoteid);
	const { state, lines, expiresAt, note, revision } = quote;
	const matches =
		state === "new" ? await matchToolLines(shop, quote.tools) : { lines: [], unmatched: [] };
	const suggestedEnd = Date.now() + offerDays.suggested * dayMs;
	const isStillValid = expiresAt !== null && state !== "expired";
	const draft: OfferDraft = {
		lines: lines.length > 0 ? createQuotedLines(quote) : matches.lines.map(createMatchedLine),
		unmatched: matches.unmatched,
		validUntil: toIsoDay(isStillValid ? lastFullDayBefore(expiresAt).getTime() : suggestedEnd),
		note,
		revision: String(revision),
	};
	return { quote, draft };
}

const readOffer = (form: FormData) => {
	const lines = readOfferLines(readValues(form)).map(({ productId, quantity, price }) => ({
		toolId: productId,
		quantity,
		price,
	}));
	const [validUntil, note] = [readText(form, "validUntil"), readText(form, "note")];
	const parsed = parseInput(quoteOfferSchema, {
		lines,
		validUntil,
		note,
		revision: readText(form, "revision"),
	});
	if (!parsed.success) throw new ValidationError(parsed.issues);
	return parsed.output;
};

/** If there are tools to add, "send" only adds them to the form, so that staff can check their prices before the quote is sent. */
export const action = formAction(async (shop, form, { context, params }: Route.ActionArgs) => {
	const { quoteid: id } = params;
	const task = form.get("task");
	if (task === "withdraw") {
		await withdrawQuote(shop, id);
		return redirectWithMessage(context, quotePath(id), success.quoteWithdrawn);
	}
	const toolsToAdd = readText(form, "add").trim();
	if (task === "send" && toolsToAdd === "") {
		await sendOffer(shop, id, readOffer(form));
		const { isVerified } = await requireQuote(shop, id);
		const text = isVerified ? success.quoteSent : success.quoteSentNotEmailed;
		return redirectWithMessage(context, quotePath(id), text);
	}
	const { lines, unmatched } = await matchToolLines(shop, toolsToAdd);
	const draft: OfferDraft = {
		lines: mergeOfferLines(readOfferLines(readValues(form)), lines.map(createMatchedLine)),
		unmatched,
		validUntil: readText(form, "validUntil"),
		note: readText(form, "note"),
		revision: readText(form, "revision"),
	};
	const submittedWith = task === "send" ? ("send" as const) : ("update" as const);
	return { draft, submittedWith, key: crypto.randomUUID() };
});

export default function QuotePage({ loaderData, actionData }: Route.ComponentProps) {
	const { quote } = loaderData;
	const { state, name, email, isVerified, orders, expiresAt } = quote;
	const rejection = actionData && "message" in actionData ? actionData : undefined;
	const hasNewerOffer = rejection?.code === "quote_changed";
	const updatedForm = actionData && "draft" in actionData ? actionData : null;
	const submittedDraft = rejection && {
		...loaderData.draft,
		lines: readOfferLines(rejection.values),
		unmatched: [],
		validUntil: rejection.values.validUntil ?? "",
		note: rejection.values.note ?? "",
		// The next submission replaces the offer that is shown above the form.
		revision: hasNewerOffer ? String(quote.revision) : (rejection.values.revision ?? ""),
	};
	const submittedKey = rejection?.values.formKey;
	// Only the offer form submits `formKey`. Other rejected forms have no draft.
	const rejectedDraft = submittedKey === undefined ? null : submittedDraft;
	const draft = updatedForm?.draft ?? rejectedDraft ?? loaderData.draft;
	// A rejected form keeps the key that it was submitted with, so that it stays mounted. It is remounted only to show a newer revision.
	const formKey =
		updatedForm?.key ?? (hasNewerOffer ? null : submittedKey) ?? String(quote.revision);
	return (
		<Page
			title={`Quote ${quoteNumber(quote.id)}`}
			width="text"
			inDashboard
			back={{ to: quotesPath, label: "Quotes" }}
			actions={
				canTransitionQuote(state, "withdraw") && (
					<ConfirmButton
						label={state === "new" ? "Close request" : "Withdraw"}
						question={state === "new" ? "Close this request?" : "Withdraw this quote?"}
						fields={{ task: "withdraw" }}
						size="md"
					>
						<p>
							{state !== "new" && "The customer will no longer be able to accept it. "}
							You can still send a quote later.
						</p>
					</ConfirmButton>
				)
			}
		>
			<p className="flex flex-wrap items-center gap-3">
				<QuoteBadge state={state} />
				{expiresAt && (state === "answered" || state === "expired") && (
					<span>Valid until {formatLastValidDay(expiresAt)}</span>
				)}
			</p>
			<Section id="request" title="Request" className="grid gap-3">
				<p>
					{name}, <WrappableText text={email} />
				</p>
				{!isVerified && (
					<Alert>
						This email is not verified, so the customer won't get an email about the quote. They can
						see it under My Quotes.
					</Alert>
				)}
				<RequestDetails quote={quote} />
			</Section>
			{state === "accepted" ? (
				<Section id="offer" title="Accepted offer" className="invoice grid gap-4">
					<div className="overflow-x-auto">
						<QuoteLines quote={quote} />
					</div>
					<p className="flex flex-wrap gap-2 print:hidden">
						{orders.map(({ id }) => (
							<RouterLinkButton key={id} to={orderPath(id)} size="sm">
								Order {orderNumber(id)}
							</RouterLinkButton>
						))}
					</p>
				</Section>
			) : (
				<Section
					id="offer"
					title={quote.revision > 0 ? "Change the offer" : "Your offer"}
					className="grid gap-4"
				>
					{hasNewerOffer && quote.lines.length > 0 && (
						<>
							<p>
								Someone {state === "withdrawn" ? "withdrew" : "sent"} this offer while you were
								writing yours. Yours is below.
							</p>
							<div className="invoice overflow-x-auto">
								<QuoteLines quote={quote} />
							</div>
							{quote.note && <p className="whitespace-pre-line">Note: {quote.note}</p>}
						</>
					)}
					<OfferForm
						key={formKey}
						formKey={formKey}
						draft={draft}
						isAnswered={state === "answered"}
						errors={rejection}
						submittedWith={updatedForm?.submittedWith ?? null}
					/>
				</Section>
			)}
		</Page>
	);
}
