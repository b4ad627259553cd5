import { useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { listDeliveryDetails } from "#contract/delivery.ts";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import { computeTotalCents } from "#contract/order-rules.ts";
import { getUnitPriceCents } from "#contract/price-breaks.ts";
import { newOrderPath, type OrderDraft, type SubmittedFields } from "./new-order-draft.ts";
import { NewOrderStep } from "./new-order-forms.tsx";
import { type LineWithTool, sumLines } from "./new-order-tools.tsx";

type Props = {
	draft: OrderDraft;
	lines: LineWithTool[];
	fields: SubmittedFields;
	accountName: string | null;
};

export function ReviewStep({ draft, lines, fields, accountName }: Props) {
	const busy = useNavigation().state !== "idle";
	const tools = lines.flatMap(({ tool, quantity }) => (tool ? [{ tool, quantity }] : []));
	return (
		<NewOrderStep title="Review">
			<ul className="grid">
				{tools.map(({ tool, quantity }) => (
					<li
						key={tool.id}
						className="flex justify-between gap-4 border-b border-base-300 py-3 first:pt-0"
					>
						<div className="min-w-0">
							<p className="font-semibold">
								{formatInteger(quantity)} × {keepUnitsTogether(tool.name)}
							</p>
							<p className="num flex flex-wrap gap-x-4 text-muted">
								{tool.partNumber && <span>{tool.partNumber}</span>}
								{formatCents(getUnitPriceCents(tool, quantity))} per piece
							</p>
						</div>
						<p className="num shrink-0 whitespace-nowrap font-semibold">
							{formatCents(computeTotalCents(tool, quantity))}
						</p>
					</li>
				))}
			</ul>
			<p className="flex items-baseline justify-between text-lg">
				Total
				<span className="num text-2xl font-semibold">{formatCents(sumLines(lines))}</span>
			</p>
			<dl className="border-t border-base-300">
				<div className="detail border-b border-base-300">
					<dt className="text-muted">Deliver to</dt>
					<dd className="whitespace-pre-line">
						{[accountName ?? fields.name, ...listDeliveryDetails(fields)].join("\n")}
					</dd>
				</div>
				<div className="detail border-b border-base-300">
					<dt className="text-muted">Payment link to</dt>
					<dd className="font-semibold">
						<WrappableText text={fields.email ?? ""} />
						{draft.customer === "new" && accountName && (
							<p className="font-normal">
								The account with this email is in the name {accountName}.
							</p>
						)}
					</dd>
				</div>
			</dl>
			<PostForm action={newOrderPath(draft)} className="flex flex-wrap gap-3">
				<HiddenFields
					fields={[
						...Object.entries(fields).filter(([, value]) => value),
						...tools.map(
							({ tool, quantity }) =>
								["shown", `${tool.id}:${getUnitPriceCents(tool, quantity)}`] as const,
						),
					]}
				/>
				<Button type="submit" variant="primary" name="step" value="place" busy={busy}>
					{tools.length > 1 ? `Place ${tools.length} orders` : "Place order"}
				</Button>
				<Button type="submit" variant="quiet" name="step" value="edit">
					Go back
				</Button>
			</PostForm>
		</NewOrderStep>
	);
}
