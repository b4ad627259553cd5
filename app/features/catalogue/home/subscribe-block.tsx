import { Still } from "#app/document/still.tsx";
import { Button } from "#app/ui/button.tsx";

function Words() {
	return (
		<section aria-labelledby="subscribe-title" className="section bg-base-200">
			<div className="wide flex flex-wrap items-center justify-between gap-x-10 gap-y-4">
				<div className="grid gap-1">
					<h2 id="subscribe-title">Subscribe Now !</h2>
					<p className="text-muted">New tools and price changes, by email.</p>
				</div>
				<div className="flex w-full max-w-md gap-2">
					<input
						type="email"
						className="input"
						autoComplete="email"
						aria-label="Email"
						placeholder="Email"
					/>
					<Button>Subcribe</Button>
				</div>
			</div>
		</section>
	);
}

/** specification.md §1: the box and its button have no behaviour, so there is no form to send. */
export const SubscribeBlock = () => <Still of={Words} />;
