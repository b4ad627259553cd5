import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { errorAt, Field, FieldError, FormError, SelectField } from "#app/ui/field.tsx";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { awaitsShipment } from "#contract/order-states.ts";
import { adminRefundReasonKeys, adminRefundReasons } from "#contract/refunds.ts";
import type { Route } from "./+types/refund.ts";

/** Typing into a field selects its scope. */
const selectScope = (scope: string) => (event: { currentTarget: HTMLInputElement }) => {
	const radios = event.currentTarget.form?.elements.namedItem("scope");
	if (radios instanceof RadioNodeList) radios.value = scope;
};

function ScopeChoice({
	value,
	label,
	selected,
	children,
}: {
	value: string;
	label: ReactNode;
	selected: string;
	children?: ReactNode;
}) {
	return (
		<div className="grid gap-2">
			<label className="flex items-start gap-2 py-1">
				<input
					type="radio"
					name="scope"
					className="checkbox mt-1 shrink-0"
					value={value}
					defaultChecked={value === selected}
				/>
				<span>{label}</span>
			</label>
			{children && <div className="ps-7">{children}</div>}
		</div>
	);
}

export function ChooseRefund({
	order,
	remainingCents,
	piecesLeft,
	piecesRestockedByFailedRefunds,
	values,
	errors,
}: Route.ComponentProps["loaderData"]) {
	const selectedScope = values.scope ?? "all";
	const cancelsOrder = awaitsShipment(order.state);
	const isRestockChecked = values.scope
		? values.restock === "yes"
		: cancelsOrder && piecesRestockedByFailedRefunds === 0;
	return (
		<Form method="get" className="stack" noValidate>
			<fieldset className="field">
				<legend className="mb-2 font-semibold">What to refund</legend>
				<div className="grid gap-2">
					<ScopeChoice
						value="all"
						selected={selectedScope}
						label={
							<>
								Everything that's left:{" "}
								<strong className="num">{formatCents(remainingCents)}</strong>
								{cancelsOrder && ", and cancel the order"}
							</>
						}
					/>
					{piecesLeft > 1 && (
						<ScopeChoice
							value="pieces"
							selected={selectedScope}
							label={`Some of the ${formatCount(piecesLeft, "piece")}, at ${formatCents(order.toolPriceCents)} each`}
						>
							<Field
								label="Pieces"
								name="pieces"
								inputMode="numeric"
								autoComplete="off"
								defaultValue={values.pieces}
								error={errorAt(errors, "pieces")}
								onInput={selectScope("pieces")}
							/>
						</ScopeChoice>
					)}
					<ScopeChoice
						value="amount"
						selected={selectedScope}
						label="Another amount, such as a goodwill refund"
					>
						<Field
							label="Amount in dollars"
							name="amount"
							inputMode="decimal"
							autoComplete="off"
							defaultValue={values.amount}
							error={errorAt(errors, "amount")}
							onInput={selectScope("amount")}
						/>
					</ScopeChoice>
				</div>
				<FieldError id="scope" error={errorAt(errors, "scope")} />
			</fieldset>
			<label className="flex items-start gap-2">
				<input
					type="checkbox"
					name="restock"
					value="yes"
					className="checkbox mt-1 shrink-0"
					defaultChecked={isRestockChecked}
				/>
				Put the refunded pieces back into stock
			</label>
			{piecesRestockedByFailedRefunds > 0 && (
				<p className="text-muted">
					{formatCount(piecesRestockedByFailedRefunds, "piece")} from a failed refund{" "}
					{piecesRestockedByFailedRefunds === 1 ? "is" : "are"} already back in stock.
				</p>
			)}
			<SelectField
				label="Reason"
				name="reason"
				hint="Not shown to the customer"
				defaultValue={values.reason ?? ""}
				error={errorAt(errors, "reason")}
			>
				<option value="">Choose a reason</option>
				{adminRefundReasonKeys.map((reason) => (
					<option key={reason} value={reason}>
						{adminRefundReasons[reason]}
					</option>
				))}
			</SelectField>
			<FormError errors={errors} />
			<Button type="submit" variant="primary">
				Review refund
			</Button>
		</Form>
	);
}
