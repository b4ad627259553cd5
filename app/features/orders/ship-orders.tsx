import { Link, useNavigation } from "react-router";
import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import {
	type FormErrors,
	formAction,
	readForm,
	redirectWithMessage,
} from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useDraft, useDraftUntilSubmitted } from "#app/lib/use-draft.ts";
import { useAccount } from "#app/root-data.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert, Badge } from "#app/ui/feedback.tsx";
import { FormError, TextAreaField } from "#app/ui/field.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { Page } from "#app/ui/page.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { type Column, DataTable } from "#app/ui/table/data-table.tsx";
import { formatTracking } from "#contract/carriers.ts";
import { errors } from "#contract/errors.ts";
import { textLength } from "#contract/limits.ts";
import { formatCount, formatPart } from "#contract/numbers.ts";
import { doneResults, type ShipmentResult, shipmentLinesMax } from "#contract/shipment-results.ts";
import { orderNumber, orderPath } from "#contract/shop.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { type CheckedShipment, checkShipments, shipMany } from "#worker/shop/orders/ship-many.ts";
import { parseShipmentLines } from "#worker/shop/orders/shipment-lines.ts";
import type { Route } from "./+types/ship-orders.ts";

export const meta: Route.MetaFunction = () => pageMeta("Ship Orders");

/** `?ids=` lists the orders that were selected in a table. */
export function loader({ context, url }: Route.LoaderArgs) {
	requireCapability(context.get(shopContext), "orders:ship");
	const ids = url.searchParams.getAll("ids").slice(0, shipmentLinesMax);
	return { lines: ids.map((id) => `${orderNumber(id.slice(0, textLength.id))}, , \n`).join("") };
}

const toRow = ({ line, tracking, order, result, message }: CheckedShipment) => ({
	id: String(line.number),
	order: order ? { ...order, number: orderNumber(order.id) } : null,
	typedOrder: line.order,
	tracking: formatTracking(tracking),
	message,
	result,
	isReady: result === "ready" || result === "ready_to_track",
	isDone: doneResults.includes(result),
});

type Row = ReturnType<typeof toRow>;

const countResults = (rows: Row[], ...results: ShipmentResult[]) =>
	rows.filter(({ result }) => results.includes(result)).length;

/** For example, "2 orders shipped, 1 tracking number added, 1 cannot be shipped". */
function describeRows(rows: Row[]): string {
	const [shipped, tracked, unchanged] = [
		countResults(rows, "shipped"),
		countResults(rows, "tracked"),
		countResults(rows, "unchanged"),
	];
	const readyCount = rows.filter(({ isReady }) => isReady).length;
	const problemCount = rows.length - readyCount - shipped - tracked - unchanged;
	const parts = [
		readyCount > 0 && `${formatCount(readyCount, "order")} ready`,
		shipped > 0 && `${formatCount(shipped, "order")} shipped`,
		tracked > 0 && `${formatCount(tracked, "tracking number")} added`,
		unchanged > 0 && `${unchanged} already shipped`,
		problemCount > 0 && `${problemCount} cannot be shipped`,
	];
	return parts.filter(Boolean).join(", ");
}

const formSchema = v.object({
	task: v.picklist(["check", "ship", "edit"], errors.validation_failed.message),
	lines: v.string(errors.validation_failed.message),
});

export const action = formAction(async (shop, form, { context }: Route.ActionArgs) => {
	const { task, lines } = readForm(form, formSchema);
	if (task === "edit") return { step: "edit" as const, lines };
	const parsedLines = parseShipmentLines(lines);
	const shipments = await (task === "ship" ? shipMany : checkShipments)(shop, parsedLines);
	const rows = shipments.map(toRow);
	if (task === "ship" && rows.every(({ isDone }) => isDone)) {
		const path = "/dashbord/manageAllorders?state=shipped";
		return redirectWithMessage(context, path, describeRows(rows));
	}
	return { step: task, lines, rows };
});

const columns: Column<Row>[] = [
	{ header: "Line", kind: "number", cell: ({ id }) => id },
	{
		header: "Order",
		mobileSlot: "title",
		cell: ({ order, typedOrder }) => (
			<span className="num block md:max-w-48">
				{order ? (
					<Link to={orderPath(order.id)} className="link md:whitespace-nowrap">
						{order.number}
					</Link>
				) : (
					typedOrder
				)}
			</span>
		),
	},
	{
		header: "Ordered",
		wide: true,
		cell: ({ order }) =>
			order && (
				<span>
					{formatPart(order.shippedPieces, order.quantity)} × {keepUnitsTogether(order.toolName)}{" "}
					for {order.name}
				</span>
			),
	},
	{
		header: "Tracking",
		wide: true,
		cell: ({ tracking }) => tracking && <span className="num block md:max-w-60">{tracking}</span>,
	},
	{
		header: "Result",
		mobileSlot: "state",
		cell: ({ message, isReady, isDone }) =>
			isReady || isDone ? (
				<Badge tone={isDone ? "success" : "plain"}>{message}</Badge>
			) : (
				<span className="text-error">{message}</span>
			),
	},
];

const draftName = "ship";

/** A new heading is focused, so that the result is read from its start. */
const resultTitles = { check: "Review before shipping", ship: "Shipping results" };

type LinesResult = { step: "check" | "ship"; lines: string; rows: Row[] };

/** The form includes the lines that were checked, so that exactly these are shipped. */
function CheckedLines({ result }: { result: LinesResult }) {
	const { rows, lines, step } = result;
	const pendingTask = useNavigation().formData?.get("task");
	const shipCount = countResults(rows, "ready");
	const trackCount = countResults(rows, "ready_to_track");
	const shipLabel = shipCount > 0 && `Ship ${formatCount(shipCount, "order")}`;
	const trackLabel =
		trackCount > 0 &&
		`${shipCount > 0 ? "add" : "Add"} ${formatCount(trackCount, "tracking number")}`;
	const buttonLabel = [shipLabel, trackLabel].filter(Boolean).join(" and ");
	const isShipStep = step === "ship";
	useDraftUntilSubmitted(useAccount()?.email ?? "", draftName);
	return (
		<>
			<Alert tone={isShipStep ? "success" : "info"}>{describeRows(rows)}.</Alert>
			<DataTable caption="Lines" columns={columns} rows={rows} rowKey={({ id }) => id} />
			<PostForm className="flex flex-wrap gap-3">
				<input type="hidden" name="lines" value={lines} />
				{buttonLabel && (
					<Button
						type="submit"
						name="task"
						value="ship"
						variant="primary"
						busy={pendingTask === "ship"}
					>
						{buttonLabel}
					</Button>
				)}
				<Button type="submit" name="task" value="edit" busy={pendingTask === "edit"}>
					Change the lines
				</Button>
			</PostForm>
		</>
	);
}

type LinesProps = {
	selectedLines: string;
	lines?: string | undefined;
	errors?: FormErrors | undefined;
};

/**
 * @param selectedLines - the orders that were selected in a table
 * @param lines - the lines to edit
 */
function LinesForm({ selectedLines, lines, errors: formErrors }: LinesProps) {
	const { draft, save } = useDraft(useAccount()?.email ?? "", draftName, selectedLines);
	// Restores the pasted lines when the user comes back from the result, unless other orders are selected.
	const savedLines = draft.initialValue === selectedLines ? draft.lines : undefined;
	const busy = useNavigation().formData?.get("task") === "check";
	return (
		<PostForm className="stack max-w-text" onInput={save}>
			<input type="hidden" name="task" value="check" />
			<TextAreaField
				key={savedLines}
				label="Orders"
				name="lines"
				rows={12}
				defaultValue={formErrors?.values.lines ?? lines ?? savedLines ?? selectedLines}
				error={formErrors?.issues[0]?.message}
				placeholder={"6920AF31B0C4, UPS, 1Z999AA10123456784"}
				hint="One order on each line: order number, carrier, tracking number. Paste them from a spreadsheet or the file of your shipping software: commas, semicolons and tabs work, and so does a header. Carrier and tracking number are optional."
				autoCapitalize="none"
				autoComplete="off"
				spellCheck={false}
			/>
			<FormError errors={formErrors} />
			<Button type="submit" variant="primary" busy={busy} className="sm:justify-self-start">
				Check
			</Button>
		</PostForm>
	);
}

export default function ShipOrders({ loaderData, actionData }: Route.ComponentProps) {
	const result = actionData && "step" in actionData ? actionData : null;
	if (result && result.step !== "edit") {
		return (
			<Page title={resultTitles[result.step]} inDashboard>
				<CheckedLines result={result} />
			</Page>
		);
	}
	return (
		<Page
			title="Ship Orders"
			lead="Enter the orders you're handing over to carriers. You'll review each line before anything is marked as shipped."
			inDashboard
		>
			<LinesForm
				key={loaderData.lines}
				selectedLines={loaderData.lines}
				lines={result?.lines}
				errors={actionData && "issues" in actionData ? actionData : undefined}
			/>
		</Page>
	);
}
