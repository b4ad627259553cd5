import type { DeliveryDefaults } from "#app/features/checkout/delivery-defaults.ts";
import { DeliveryFields } from "#app/features/checkout/delivery-fields.tsx";
import type { FormErrors } from "#app/lib/form-action.ts";
import { AccountField } from "#app/ui/account-field.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormError, ReadOnlyField } from "#app/ui/field.tsx";
import { createGetFieldProps } from "#app/ui/form-fields.ts";
import { formatCents } from "#contract/money.ts";

type Props = {
	/** The key of the reviewed basket. */
	basketKey: string;
	/** The reviewed items, formatted by `formatBasketItems`. */
	itemsText: string;
	totalCents: number;
	/** Whether a quantity or price differs from what the customer chose. */
	hasChanges: boolean;
	delivery: DeliveryDefaults;
	customer: { name: string; email: string };
	errors: FormErrors | undefined;
	/** Whether the page already explains the error. */
	isErrorExplained: boolean;
};

export function CheckoutForm(props: Props) {
	const { basketKey, itemsText, totalCents, hasChanges, delivery, customer, errors } = props;
	const getFieldProps = createGetFieldProps<"delivery">(errors);
	return (
		<form
			method="post"
			action="/checkout?confirm=1"
			data-draft="checkout"
			data-order
			data-schema="delivery"
			noValidate
			className="stack"
		>
			<AccountField />
			<input type="hidden" name="key" value={basketKey} />
			<input type="hidden" name="lines" value={itemsText} />
			<DeliveryFields defaults={delivery} getFieldProps={getFieldProps} errors={errors} />
			<div className="grid gap-1">
				<ReadOnlyField label="Name" value={customer.name} />
				<ReadOnlyField label="Email" value={customer.email} />
			</div>
			<div className="grid gap-3 border-t border-base-300 pt-4">
				<p className="flex items-baseline justify-between text-lg">
					Total{" "}
					<span className="num text-2xl font-semibold">
						{totalCents === 0 ? "–" : formatCents(totalCents)}
					</span>
				</p>
				{!props.isErrorExplained && <FormError errors={errors} />}
				<Button type="submit" variant="primary">
					{hasChanges ? "Accept the changes and confirm" : "Confirm order"}
				</Button>
				<p className="text-sm text-muted">You pay for all tools at once, on the next page.</p>
			</div>
		</form>
	);
}
