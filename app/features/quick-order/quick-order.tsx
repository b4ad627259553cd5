import { data, redirect } from "react-router";
import { StaffBasketNotice } from "#app/features/basket/empty-basket.tsx";
import { type Cookies, cookiesContext, shopContext } from "#app/lib/context.ts";
import { formAction } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Field, TextAreaField } from "#app/ui/field.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { not_a_text_file } from "#contract/error-table/catalogue.ts";
import { ShopError } from "#contract/errors.ts";
import {
	basketLinesMax,
	formatFileSize,
	quickOrderMaxBytes,
	quickOrderUrlTextMax,
} from "#contract/limits.ts";
import { formatCount } from "#contract/numbers.ts";
import { can } from "#contract/roles.ts";
import { addToBasket } from "#worker/shop/basket/view.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { type CheckedLine, checkLines, getOrderableItems } from "#worker/shop/quick-order/check.ts";
import type { Route } from "./+types/quick-order.ts";
import { CheckedLines } from "./checked-lines.tsx";
import { formatLines, readFormLines } from "./form-lines.ts";

export const meta: Route.MetaFunction = () =>
	pageMeta(
		"Quick order",
		"Paste part numbers and quantities from a spreadsheet, see the price and stock of every line, and add all of them to the basket with one click.",
	);

/** `?lines=` contains the initial text of the "Lines" field. */
export const loader = ({ context, url }: Route.LoaderArgs) => {
	const { account } = context.get(shopContext);
	return {
		isStaff: account !== null && !can(account, "orders:place"),
		isSignedIn: account !== null,
		text: (url.searchParams.get("lines") ?? "").slice(0, quickOrderUrlTextMax),
	};
};

type CheckResult = { checkedLines: CheckedLine[]; error: string | null; text: string };

const createResult = (checkedLines: CheckedLine[], error: string | null = null): CheckResult => ({
	checkedLines,
	error,
	text: "",
});

/**
 * Adds the lines that can be ordered to the basket.
 * @returns the path to redirect to
 * @throws ShopError if the basket has no room for all of them. Then nothing is added.
 */
async function addLines(
	shop: ShopContext,
	cookies: Cookies,
	checkedLines: CheckedLine[],
): Promise<string> {
	const items = getOrderableItems(checkedLines);
	const lines = await addToBasket(shop, cookies, items);
	const basketProductIds = new Set(lines.map(({ productId }) => productId));
	const skippedLines = checkedLines.filter(
		({ result, tool }) => result !== "found" || !tool || !basketProductIds.has(tool.productId),
	);
	const addedCount = checkedLines.length - skippedLines.length;
	const text = `${formatCount(addedCount, "tool")} added to your basket.`;
	if (addedCount > 0) cookies.flash({ kind: "success", text });
	if (skippedLines.length === 0) return "/basket";
	return `/basket?${new URLSearchParams({ left: formatLines(skippedLines).slice(0, quickOrderUrlTextMax) })}`;
}

const maxSize = formatFileSize(quickOrderMaxBytes);

/** The text and the file are parsed in the same way (form-lines.ts). */
const PasteFields = ({ text, rows }: { text: string; rows: number }) => (
	<>
		<TextAreaField
			label="Lines"
			name="lines"
			rows={rows}
			defaultValue={text}
			spellCheck={false}
			autoComplete="off"
			placeholder={"TTD-1101, 12\nTTD-1102, 20"}
			hint={`Part number or name, and pieces; up to ${basketLinesMax} lines`}
		/>
		<Field
			label="Or a file"
			name="file"
			type="file"
			accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
			hint={`CSV or text, up to ${maxSize}`}
		/>
	</>
);

const messages = {
	empty: "Paste at least one line, or choose a file.",
	tooLarge: `This is too large for a quick order (at most ${maxSize}). Split it into several.`,
	notText: not_a_text_file.message,
	noneOrderable: "None of these lines can be ordered as is. Each line says why.",
};

export const action = formAction(async (shop, form, { context }) => {
	const { lines, problem } = await readFormLines(form);
	const reject = (error: string, status = 400) =>
		data<CheckResult>({ checkedLines: [], error, text: formatLines(lines) }, status);
	if (problem) return reject(messages[problem], problem === "tooLarge" ? 413 : 415);
	if (lines.length === 0) return reject(messages.empty);
	if (lines.length > basketLinesMax) {
		const lineCount = formatCount(lines.length, "line");
		return reject(
			`You entered ${lineCount}. A quick order can have at most ${basketLinesMax}. Split it into several.`,
		);
	}
	const intent = form.get("intent");
	try {
		const checkedLines = await checkLines(shop, lines, intent === "round");
		if (intent !== "add") return createResult(checkedLines);
		if (getOrderableItems(checkedLines).length === 0)
			return data(createResult(checkedLines, messages.noneOrderable), 409);
		try {
			return redirect(await addLines(shop, context.get(cookiesContext), checkedLines), 303);
		} catch (error) {
			if (!(error instanceof ShopError)) throw error;
			return data(createResult(checkedLines, error.message), error.status);
		}
	} catch (error) {
		if (!(error instanceof ShopError)) throw error;
		return reject(error.message, error.status);
	}
});

const Help = () => (
	<Section id="formats" title="What you can paste" className="grid content-start gap-3">
		<ul className="grid list-disc gap-1 ps-5">
			<li>Rows copied from a spreadsheet, or a CSV or text file.</li>
			<li>
				One tool per line: a part number or a name, then the pieces, separated by a tab, a comma or
				a semicolon.
			</li>
			<li>“12 x”, “12 pcs” and “1,200” are fine, and so is a header row.</li>
			<li>Lines for the same tool are combined.</li>
		</ul>
		<p className="text-muted">
			You'll see the price of each line, and any problems, before anything is added to your basket.
		</p>
	</Section>
);

const isCheckResult = (value: object | undefined): value is CheckResult =>
	value !== undefined && "checkedLines" in value;

export default function QuickOrder({ loaderData, actionData }: Route.ComponentProps) {
	const { isStaff, isSignedIn, text: initialText } = loaderData;
	if (isStaff) {
		return (
			<Page title="Quick order" width="text">
				<StaffBasketNotice />
			</Page>
		);
	}
	const { checkedLines, error, text } = isCheckResult(actionData)
		? actionData
		: { checkedLines: [], error: actionData?.message ?? null, text: initialText };
	return (
		<Page
			title="Quick order"
			lead="Paste part numbers and quantities. You'll review every line before anything is ordered."
		>
			<form
				method="post"
				action="/quick-order"
				encType="multipart/form-data"
				noValidate
				data-lines
				className="grid gap-6"
			>
				{/* Pressing Enter in a field clicks the first submit button of the form. */}
				<button type="submit" name="intent" value="check" hidden tabIndex={-1} aria-hidden />
				{checkedLines.length > 0 && (
					<CheckedLines lines={checkedLines} error={error} isSignedIn={isSignedIn} />
				)}
				{checkedLines.length === 0 && error && (
					// biome-ignore lint/a11y/noAutofocus: otherwise focus would be at the top of the new page, far from the message
					<div tabIndex={-1} autoFocus className="outline-none">
						<Alert tone="error">{error}</Alert>
					</div>
				)}
				{checkedLines.length === 0 ? (
					<div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
						<div className="grid gap-4">
							<PasteFields text={text} rows={12} />
							<Button
								type="submit"
								name="intent"
								value="check"
								variant="primary"
								className="justify-self-start"
							>
								Check
							</Button>
						</div>
						<Help />
					</div>
				) : (
					<details>
						<summary className="link cursor-pointer py-1">Add more lines</summary>
						<div className="mt-4 grid max-w-text gap-4">
							<PasteFields text="" rows={5} />
							<Button type="submit" name="intent" value="check" className="justify-self-start">
								Add and check
							</Button>
						</div>
					</details>
				)}
			</form>
		</Page>
	);
}
