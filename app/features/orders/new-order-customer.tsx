import { Link } from "react-router";
import { Alert } from "#app/ui/feedback.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { newOrderPath, type OrderDraft } from "./new-order-draft.ts";
import { DraftSearchForm, NewOrderStep, useWasMounted } from "./new-order-forms.tsx";

type DraftCustomer = { id: string; name: string; email: string; problem: string | null };

type Props = { draft: OrderDraft; customers: DraftCustomer[]; customer: DraftCustomer | null };

const FoundCustomers = ({ customers, draft }: Pick<Props, "customers" | "draft">) => (
	<ul className="grid">
		{customers.map(({ id, name, email, problem }) => (
			<li
				key={id}
				className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-base-300 py-2"
			>
				<div className="min-w-0">
					<p className="font-semibold">{name}</p>
					<p className="text-muted">
						<WrappableText text={email} />
					</p>
					{problem && <p className="field-error">{problem}</p>}
				</div>
				{!problem && (
					<Link
						className="btn btn-plain btn-sm"
						to={newOrderPath({ ...draft, customer: id, find: "" })}
						preventScrollReset
						aria-label={`Order for ${name}, ${email}`}
					>
						Choose
					</Link>
				)}
			</li>
		))}
	</ul>
);

export function CustomerStep({ draft, customers, customer }: Props) {
	const wasMounted = useWasMounted();
	if (customer || draft.customer === "new") {
		return (
			<NewOrderStep title="Customer">
				<div className="flex flex-wrap items-center justify-between gap-3">
					{customer ? (
						<div className="min-w-0">
							<p className="font-semibold">{customer.name}</p>
							<p className="text-muted">
								<WrappableText text={customer.email} />
							</p>
						</div>
					) : (
						<p>New customer. Enter the name and email with the address.</p>
					)}
					<Link
						to={newOrderPath({ ...draft, customer: "" })}
						className="btn btn-plain btn-sm"
						preventScrollReset
					>
						Change customer
					</Link>
				</div>
				{customer?.problem && <Alert tone="error">{customer.problem}</Alert>}
			</NewOrderStep>
		);
	}
	return (
		<NewOrderStep title="Customer">
			<DraftSearchForm
				name="find"
				label="Find the customer"
				hint="Email, name, company or phone number"
				value={draft.find}
				draft={{ ...draft, find: "" }}
				submittedFields={null}
				autoFocus={wasMounted}
			/>
			{draft.find && customers.length === 0 && <p role="status">No customers found.</p>}
			<FoundCustomers customers={customers} draft={draft} />
			<p>
				<Link
					to={newOrderPath({ ...draft, customer: "new", find: "" })}
					className="btn btn-plain"
					preventScrollReset
				>
					New customer
				</Link>
			</p>
		</NewOrderStep>
	);
}
