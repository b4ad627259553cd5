import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import type { CheckedLine as Line } from "#worker/shop/quick-order/check.ts";
import { CheckedLine } from "./checked-line.tsx";

const canRound = ({ result, tool }: Line) =>
	tool !== null &&
	tool.orderableQuantity !== null &&
	!["found", "no_quantity", "out_of_stock"].includes(result);

function Summary({ lines, isSignedIn }: { lines: readonly Line[]; isSignedIn: boolean }) {
	const orderableLines = lines.filter(({ result }) => result === "found");
	const totalCents = orderableLines.reduce((sum, { tool }) => sum + (tool?.totalCents ?? 0), 0);
	const problemCount = lines.length - orderableLines.length;
	const firstProblem = lines.findIndex(({ result }) => result !== "found");
	const roundableCount = lines.filter(canRound).length;
	return (
		<section
			aria-label="Summary"
			className="grid content-start gap-4 rounded-md border border-base-300 p-4 lg:sticky lg:top-[calc(var(--header)+24px)] lg:order-2"
		>
			{/* biome-ignore lint/a11y/noAutofocus: otherwise focus would be at the top of the new page, far from the result */}
			<div tabIndex={-1} autoFocus className="grid gap-1 outline-none">
				<p className="font-semibold">
					{`${orderableLines.length} of ${formatCount(lines.length, "line")} can be ordered`}
				</p>
				{problemCount > 0 && (
					<p>
						<a href={`#line-${firstProblem}`} className="link py-1">
							{`${formatCount(problemCount, "line")} ${problemCount === 1 ? "needs" : "need"} attention`}
						</a>
					</p>
				)}
			</div>
			<p className="flex items-baseline justify-between gap-4 text-lg">
				Total
				<span className="num text-2xl font-semibold">
					{totalCents === 0 ? "–" : formatCents(totalCents)}
				</span>
			</p>
			{orderableLines.length > 0 && (
				<Button type="submit" name="intent" value="add" variant="primary">
					{`Add ${formatCount(orderableLines.length, "tool")} to basket`}
				</Button>
			)}
			<Button
				type="submit"
				name="intent"
				value="check"
				variant={orderableLines.length > 0 ? "plain" : "primary"}
			>
				Check again
			</Button>
			{roundableCount > 0 && (
				<Button type="submit" name="intent" value="round">
					{roundableCount === 1 ? "Correct 1 quantity" : `Correct ${roundableCount} quantities`}
				</Button>
			)}
			<p className="text-sm text-muted">
				{problemCount > 0 && "Lines that can't be ordered are left out. "}If a tool is already in
				your basket, its quantity is increased.
				{!isSignedIn && orderableLines.length > 50 && (
					<>
						{" "}
						Without an account, a basket holds about 100 different tools. Log in to add up to 200.
					</>
				)}
			</p>
		</section>
	);
}

type Props = { lines: readonly Line[]; error: string | null; isSignedIn: boolean };

export const CheckedLines = ({ lines, error, isSignedIn }: Props) => (
	<>
		{error && (
			<Alert tone="error">
				{error}{" "}
				{!isSignedIn && (
					<a href="/login" target="_blank" rel="noopener" className="link">
						Log in (opens a new tab)
					</a>
				)}
			</Alert>
		)}
		<div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
			<Summary lines={lines} isSignedIn={isSignedIn} />
			<ol aria-label="Lines" className="border-t border-base-300">
				{lines.map((line, index) => (
					<CheckedLine key={index} line={line} index={index} />
				))}
			</ol>
		</div>
	</>
);
