import { Still } from "#app/document/still.tsx";
import { Button } from "#app/ui/button.tsx";

function Words() {
	return (
		<section id="contact" aria-labelledby="contact-title" className="graphite section">
			<div className="wide flex flex-wrap items-center justify-between gap-x-10 gap-y-6">
				<div className="grid gap-2">
					<h2 id="contact-title">Any Question about us or get a products Request ?</h2>
					<p className="text-lg">Don't fell shy to contact us</p>
				</div>
				<div className="flex flex-wrap gap-3">
					<Button look="primary" popoverTarget="contact-note">
						Request For Quote
					</Button>
					<Button look="outline" popoverTarget="contact-note">
						Contact Us
					</Button>
				</div>
			</div>
		</section>
	);
}

/** specification.md §1; the contract gives the buttons no action, here they say how to reach us. @param address by mail */
export const ContactBlock = ({ address }: { address: string }) => (
	<>
		<Still of={Words} />
		<div id="contact-note" popover="auto" className="dialog">
			<h3>Write to us</h3>
			<p>
				For a quote, name the tools, the pieces of each and where they go. We answer on working
				days.
			</p>
			<a href={`mailto:${address}`} className="link justify-self-start">
				{address}
			</a>
			<Button popoverTarget="contact-note" popoverTargetAction="hide" className="justify-self-end">
				Close
			</Button>
		</div>
	</>
);
