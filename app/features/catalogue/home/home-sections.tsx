import type { ReactNode } from "react";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/table/data-table.tsx";
import { textLength } from "#contract/limits.ts";
import { formatInteger } from "#contract/numbers.ts";
import { requestQuotePath } from "#contract/shop.ts";
import records from "../../../../public/data.json";
import SalesChart from "../chart/sales-chart.tsx";

type Props = { id: string; title: string; note?: ReactNode; children: ReactNode };

export const HomeSection = ({ id, title, note, children }: Props) => (
	<section id={id} aria-labelledby={`${id}-title`} className="py-6 lg:py-8">
		<div className="wide">
			<div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t-3 border-base-content pt-3">
				<h2 id={`${id}-title`}>{title}</h2>
				{note && <div className="text-muted">{note}</div>}
			</div>
			{children}
		</div>
	</section>
);

/** specification.md §9 "Statistics". */
const statistics = [
	["72", "countries"],
	["200+", "Car Repair tools"],
	["150+", "Happy clients"],
	["300+", "likes"],
] as const;

export const Statistics = () => (
	<HomeSection
		id="about"
		title="Trusted where every bolt counts"
		note="try to understand user expectation"
	>
		<ul className="grid grid-cols-[repeat(auto-fit,minmax(max(40%,8rem),1fr))] gap-px overflow-hidden rounded-md border border-base-300 bg-base-300 lg:grid-cols-4">
			{statistics.map(([figure, label]) => (
				<li key={label} className="bg-base-100 px-5 pt-4 pb-5 lg:px-7 lg:pt-5 lg:pb-6">
					<strong className="font-condensed block text-4xl/[1.1] num">{figure}</strong> {label}
				</li>
			))}
		</ul>
	</HomeSection>
);

/** specification.md §1 gives the buttons no action, so they open a popover with the shop's email. */
export const ContactBlock = ({ email }: { email: string }) => (
	<>
		<section id="contact" aria-labelledby="contact-title" className="graphite py-8 lg:py-12">
			<div className="wide flex flex-wrap items-center justify-between gap-x-10 gap-y-6">
				<div className="grid gap-2">
					<h2 id="contact-title">Any Question about us or get a products Request ?</h2>
					<p className="text-lg">Don't fell shy to contact us</p>
				</div>
				<div className="flex flex-wrap gap-3">
					<Button variant="primary" popoverTarget="quote-note">
						Request For Quote
					</Button>
					<Button variant="outline" popoverTarget="contact-note">
						Contact Us
					</Button>
				</div>
			</div>
		</section>
		<div id="quote-note" popover="auto" className="dialog">
			<h3>Prices for large quantities</h3>
			<p>
				Tell us which tools you need and how many of each. We'll send you a quote that you can
				accept and pay for here. You need an account, because the quote is saved in it.
			</p>
			<AnchorButton href={requestQuotePath} variant="primary" className="justify-self-start">
				Request a quote
			</AnchorButton>
			<h4 className="text-lg">Email us</h4>
			<a href={`mailto:${email}`} className="link justify-self-start">
				{email}
			</a>
			<Button popoverTarget="quote-note" popoverTargetAction="hide" className="justify-self-end">
				Close
			</Button>
		</div>
		<div id="contact-note" popover="auto" className="dialog">
			<h3>Email us</h3>
			<p>We reply on business days.</p>
			<AnchorButton href="/contact" variant="primary" className="justify-self-start">
				Send us a message
			</AnchorButton>
			<p>Or by email:</p>
			<a href={`mailto:${email}`} className="link justify-self-start">
				{email}
			</a>
			<Button popoverTarget="contact-note" popoverTargetAction="hide" className="justify-self-end">
				Close
			</Button>
		</div>
	</>
);

/** The button does nothing without an email address (specification.md §1). */
export const SubscribeBlock = () => (
	<section aria-labelledby="subscribe-title" className="bg-base-200 py-8 lg:py-12">
		<div className="wide flex flex-wrap items-center justify-between gap-x-10 gap-y-4">
			<div className="grid gap-1">
				<h2 id="subscribe-title">Subscribe Now !</h2>
				<p className="text-muted">New tools and price changes, by email.</p>
			</div>
			<form method="post" action="/newsletter" className="flex w-full max-w-md gap-2">
				<input
					type="email"
					name="email"
					required
					maxLength={textLength.email}
					className="input"
					autoComplete="email"
					aria-label="Email"
					placeholder="Email"
				/>
				<Button type="submit">Subcribe</Button>
			</form>
		</div>
	</section>
);

const columns: Column<(typeof records)[number]>[] = [
	{ header: "Month", cell: ({ month }) => month },
	{ header: "Sell", kind: "number", cell: ({ sell }) => formatInteger(sell) },
	{ header: "Revenue", kind: "number", cell: ({ revenue }) => formatInteger(revenue) },
];

export const SellingChartSection = () => (
	<HomeSection id="selling" title="Get selling information">
		<div className="h-100 noscript:hidden" data-chart>
			<SalesChart />
		</div>
		<details className="mt-4">
			<summary className="cursor-pointer py-2 font-semibold">Show data as a table</summary>
			<DataTable
				caption="Sales and revenue by month"
				columns={columns}
				rows={records}
				rowKey={({ month }) => month}
			/>
		</details>
	</HomeSection>
);
