import { ToolPicture } from "#app/features/catalogue/tool-picture.tsx";
import { unbroken } from "#app/lib/unbroken.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";

type Summed = {
	toolName: string;
	quantity: number;
	/** Cents a piece. */
	toolPriceCents: number;
	totalCents: number;
	name: string;
	location: string;
	phone: string;
	/** Null where the tool is no longer sold. */
	img: string | null;
};

/** What is paid for and where it goes, beside the card form. */
export function OrderSummary({ order }: { order: Summed }) {
	const { toolName, quantity, toolPriceCents, totalCents, name, location, phone, img } = order;
	return (
		<section aria-label="Your order" className="order-summary">
			<div className="flex gap-4">
				<ToolPicture img={img} width={96} />
				<div className="grid content-start gap-1">
					<p className="font-semibold">
						{formatWhole(quantity)} pieces of {unbroken(toolName)}
					</p>
					<p className="num text-muted">{formatCents(toolPriceCents)} per piece</p>
				</div>
			</div>
			<p className="total">
				<span>Total</span>
				<span className="num text-2xl font-semibold">{formatCents(totalCents)}</span>
			</p>
			<div>
				<h2>Deliver to</h2>
				<address>{`${name}\n${location}\n${phone}`}</address>
			</div>
		</section>
	);
}
