import { Wordmark } from "#app/ui/wordmark.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";

/** The top of a printed invoice or quote, because the page's own header is not printed. */
export const PrintedWordmark = () => (
	<div className="hidden print:order-first print:block">
		<Wordmark />
	</div>
);

/** `seller` and `customer`: lines of the address. */
type Props = { seller: string[]; customer: string[]; email: string };

/** The sender and the recipient of an invoice or a quote. */
export const Parties = ({ seller, customer, email }: Props) => (
	<div className="grid gap-6 sm:grid-cols-[1fr_1fr]">
		<section aria-label="From">
			<h2 className="text-lg">From</h2>
			<address className="whitespace-pre-line not-italic">{seller.join("\n")}</address>
		</section>
		<section aria-label="To">
			<h2 className="text-lg">To</h2>
			<address className="whitespace-pre-line not-italic">
				{`${customer.join("\n")}\n`}
				<WrappableText text={email} />
			</address>
		</section>
	</div>
);
