import { useLayoutEffect, useRef, useState } from "react";
import type { FormErrors } from "#app/lib/form-action.ts";
import { Field } from "#app/ui/field.tsx";
import { textLength } from "#contract/limits.ts";
import { getOrderFieldProps, OrderPageForm } from "./order-page-form.tsx";

type Order = { id: string; carrier: string | null; trackingNumber: string | null };

type Props = {
	order: Order;
	/** The carriers to suggest. Any other is accepted too. */
	carriers: string[];
	task: "ship" | "track";
	errors: FormErrors | undefined;
};

function ShipmentForm({ order, carriers, task, errors }: Props) {
	const isNew = task === "ship";
	return (
		<OrderPageForm
			task={task}
			submit={isNew ? "Mark as shipped" : "Save"}
			variant={isNew ? "primary" : "plain"}
			errors={errors}
		>
			<div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
				<Field
					label="Carrier (optional)"
					list="carriers"
					maxLength={textLength.carrier}
					autoComplete="off"
					{...getOrderFieldProps(errors, "carrier", order.carrier ?? "")}
				/>
				<Field
					label="Tracking number (optional)"
					autoCapitalize="characters"
					autoComplete="off"
					spellCheck={false}
					{...getOrderFieldProps(errors, "trackingNumber", order.trackingNumber ?? "")}
				/>
			</div>
			<datalist id="carriers">
				{carriers.map((name) => (
					<option key={name} value={name} />
				))}
			</datalist>
		</OrderPageForm>
	);
}

/** Ships an order, or adds or corrects the tracking number of a shipped one. */
export function Shipment(props: Props) {
	const { task, order, errors } = props;
	const summary = useRef<HTMLElement>(null);
	const [initialTask] = useState(task);
	useLayoutEffect(() => {
		// The "Mark as shipped" button, which had focus, has been removed.
		if (task !== initialTask && document.activeElement === document.body) summary.current?.focus();
	}, [task, initialTask]);
	return (
		<section
			aria-labelledby="shipment"
			className="grid gap-3 border-t border-base-300 pt-6 print:hidden"
		>
			<h2 id="shipment" className="text-xl">
				Shipment
			</h2>
			{task === "ship" ? (
				<div className="max-w-text">
					<ShipmentForm {...props} />
				</div>
			) : (
				<details className="max-w-text" open={errors !== undefined}>
					<summary ref={summary} className="cursor-pointer py-2 font-semibold">
						{order.trackingNumber ? "Correct the tracking number" : "Add a tracking number"}
					</summary>
					<div className="pt-2">
						<ShipmentForm {...props} />
					</div>
				</details>
			)}
		</section>
	);
}
