import { redirect } from "react-router";
import * as v from "valibot";
import { cookiesContext, shopContext } from "#app/lib/context.ts";
import { type FormErrors, formAction, readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AccountField } from "#app/ui/account-field.tsx";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { ContinueForm } from "#app/ui/continue-form.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Field } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { basketLinesMax, quantityMax, quickOrderUrlTextMax, textLength } from "#contract/limits.ts";
import { requiredMessages, success } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { text, wholeNumber } from "#contract/schemas/fields.ts";
import { listNameSchema } from "#contract/schemas/lists.ts";
import { listPath, listsPath, quickOrderPath } from "#contract/shop.ts";
import {
	addToBasket,
	findBasketProblem,
	readBasket,
	removeFromBasket,
	setBasketQuantity,
} from "#worker/shop/basket/view.ts";
import { findProduct } from "#worker/shop/catalogue/read.ts";
import { saveBasketAsList } from "#worker/shop/lists/lists.ts";
import type { Route } from "./+types/basket.ts";
import { BasketLine, ChangeForm } from "./basket-line.tsx";
import { EmptyBasket, StaffBasketNotice } from "./empty-basket.tsx";
import { WaitingToolsAlert } from "./waiting-tools-alert.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Basket");

const product = text(requiredMessages.product, textLength.id);
const removedLineSchema = v.object({
	removed: product,
	quantity: wholeNumber(requiredMessages.quantity, 1, quantityMax),
});

/**
 * `?removed=` and `?quantity=` describe the line that was just removed, so that it can be restored. `?left=` contains the lines of a
 * quick order that were skipped, because they could not be added.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const basket = await readBasket(shop, context.get(cookiesContext));
	const parsed = v.safeParse(removedLineSchema, Object.fromEntries(url.searchParams));
	const hasRemovedLine =
		parsed.success && !basket?.lines.some((line) => line.productId === parsed.output.removed);
	const tool = hasRemovedLine ? await findProduct(shop, parsed.output.removed) : null;
	return {
		basket: basket && { ...basket, problem: findBasketProblem(basket) },
		isSignedIn: shop.account !== null,
		skippedLines: (url.searchParams.get("left") ?? "").slice(0, quickOrderUrlTextMax),
		removedLine: tool && parsed.success ? { ...parsed.output, name: tool.name } : null,
	};
}

const changeSchema = v.object({
	intent: v.picklist(["set", "remove", "restore"]),
	product,
	quantity: v.optional(wholeNumber(requiredMessages.quantity, 0, quantityMax), 0),
});

export const action = formAction(async (shop, form, { context }) => {
	const cookies = context.get(cookiesContext);
	if (form.get("intent") === "save") {
		const { name } = readForm(form, listNameSchema);
		const link = { href: listPath(await saveBasketAsList(shop, name)), label: "View list" };
		cookies.flash({ kind: "success", text: success.listSaved, link });
		return redirect("/basket", 303);
	}
	const { intent, product: productId, quantity } = readForm(form, changeSchema);
	if (intent === "restore") {
		await addToBasket(shop, cookies, [{ productId, quantity }]);
		return redirect(`/basket#line-${productId}`, 303);
	}
	if (intent === "set" && quantity > 0) {
		await setBasketQuantity(shop, cookies, { productId, quantity });
		return redirect(`/basket#line-${productId}`, 303);
	}
	const removedQuantity = await removeFromBasket(shop, cookies, productId);
	if (removedQuantity === null) return redirect(`/basket#line-${productId}`, 303);
	const params = new URLSearchParams({ removed: productId, quantity: String(removedQuantity) });
	return redirect(`/basket?${params}`, 303);
});

type Data = Route.ComponentProps["loaderData"];

const RemovedLineAlert = ({
	line: { removed: product, quantity, name },
}: {
	line: NonNullable<Data["removedLine"]>;
}) => (
	<Alert>
		<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
			<p>{`${name} was removed.`}</p>
			<ChangeForm fields={{ intent: "restore", product, quantity }}>
				{/* Focused, because the button that was pressed has been removed with its line. */}
				<Button type="submit" size="sm" autoFocus>
					Undo
				</Button>
			</ChangeForm>
		</div>
	</Alert>
);

const SessionEndedAlert = ({ code, values }: FormErrors) => (
	<Alert tone="error">
		<div data-form-error>
			<ContinueForm
				fields={values}
				message="Your session has ended, so your change wasn't saved."
				code={code}
				autoFocus
			/>
		</div>
	</Alert>
);

const SaveAsList = ({ errors }: { errors: FormErrors | undefined }) => (
	<details open={errors !== undefined} className="grid gap-3">
		<summary className="link cursor-pointer py-1">Save as a list</summary>
		<form method="post" action="/basket" className="stack mt-3">
			<AccountField />
			<Field
				label="List name"
				name="name"
				required
				maxLength={textLength.listName}
				defaultValue={errors?.values.name}
				error={errors && (errors.issues[0]?.message ?? errors.message)}
			/>
			<Button type="submit" name="intent" value="save" className="justify-self-start">
				Save
			</Button>
			<p className="text-sm text-muted">Lets you order the same tools again with one click.</p>
		</form>
	</details>
);

const SkippedLinesAlert = ({ lines }: { lines: string }) => (
	<Alert>
		<div className="grid gap-2">
			<p>These lines of your quick order couldn't be added:</p>
			<p className="max-h-40 overflow-y-auto font-semibold whitespace-pre-line wrap-anywhere">
				{lines.replaceAll("\t", ", ")}
			</p>
			<p>
				<a href={quickOrderPath(lines)} className="link py-1">
					Correct them
				</a>
			</p>
		</div>
	</Alert>
);

function Summary({
	basket,
	isSignedIn,
	saveErrors,
}: {
	basket: NonNullable<Data["basket"]>;
	isSignedIn: boolean;
	saveErrors: FormErrors | undefined;
}) {
	const isComplete = basket.lines.every((line) => line.totalCents !== null);
	return (
		<section
			aria-label="Summary"
			className="grid content-start gap-4 rounded-md border border-base-300 p-4 lg:sticky lg:top-[calc(var(--header)+24px)]"
		>
			<p className="flex items-baseline justify-between gap-4 text-lg">
				Total
				<span className="num text-2xl font-semibold">
					{basket.totalCents === 0 ? "–" : formatCents(basket.totalCents)}
				</span>
			</p>
			{!isComplete && basket.totalCents > 0 && (
				<p className="text-sm text-muted">Doesn't include tools with a problem.</p>
			)}
			{basket.problem === null ? (
				<AnchorButton href="/checkout" variant="primary" data-same-account>
					Checkout
				</AnchorButton>
			) : (
				<p className="font-semibold">{basket.problem}</p>
			)}
			{!isSignedIn && basket.problem === null && (
				<p className="text-sm text-muted">You'll log in or sign up next. Your basket is kept.</p>
			)}
			<p className="text-sm text-muted">No extra fees. You pay for all tools at once.</p>
			<div className="flex flex-wrap gap-x-6">
				<a href="/tools" className="link py-1">
					Continue shopping
				</a>
				<a href="/quick-order" className="link py-1">
					Quick order
				</a>
				{isSignedIn && (
					<a href={listsPath} className="link py-1">
						Saved Lists
					</a>
				)}
			</div>
			{isSignedIn && <SaveAsList errors={saveErrors} />}
		</section>
	);
}

export default function Basket({ loaderData, actionData }: Route.ComponentProps) {
	const { basket, isSignedIn, removedLine, skippedLines } = loaderData;
	if (!basket) {
		return (
			<Page title="Basket" width="text">
				<StaffBasketNotice />
			</Page>
		);
	}
	const { lines } = basket;
	const hasSessionEnded = actionData?.code === "unauthenticated" && "account" in actionData.values;
	const hasSaveForm = isSignedIn && lines.length > 0;
	const saveErrors = hasSaveForm && actionData?.values.intent === "save" ? actionData : undefined;
	const getError = (productId: string) =>
		actionData?.values.product === productId ? actionData.issues[0]?.message : undefined;
	return (
		<Page title="Basket">
			<div data-part="basket" className="grid gap-6">
				{hasSessionEnded ? (
					<SessionEndedAlert {...actionData} />
				) : (
					actionData &&
					!saveErrors &&
					actionData.issues.length === 0 && <Alert tone="error">{actionData.message}</Alert>
				)}
				<WaitingToolsAlert count={basket.waitingCount} />
				{skippedLines && <SkippedLinesAlert lines={skippedLines} />}
				{removedLine && <RemovedLineAlert line={removedLine} />}
				{lines.length === 0 && !hasSessionEnded && <EmptyBasket isSignedIn={isSignedIn} />}
				{lines.length > 0 && (
					<div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
						<ul aria-label={formatCount(lines.length, "tool")} className="border-t border-base-300">
							{lines.map((line) => (
								<BasketLine key={line.productId} line={line} error={getError(line.productId)} />
							))}
						</ul>
						<Summary basket={basket} isSignedIn={isSignedIn} saveErrors={saveErrors} />
					</div>
				)}
				{lines.length >= basketLinesMax && (
					<p>{`A basket holds up to ${basketLinesMax} different tools.`}</p>
				)}
			</div>
		</Page>
	);
}
