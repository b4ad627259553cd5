import { Button } from "#app/ui/button.tsx";
import { backInStockPath } from "#contract/shop.ts";

type Props = {
	tool: { id: string; name: string };
	isWaiting: boolean;
	from: "tool" | "list";
	variant?: "primary" | "plain";
};

/** Asks for an email when the tool is back in stock, or stops that. A document's form, so it works from both kinds of pages. */
export const WaitButton = ({ tool: { id, name }, isWaiting, from, variant = "plain" }: Props) => (
	<form method="post" action={backInStockPath} className="flex-none">
		<input type="hidden" name="tool" value={id} />
		<input type="hidden" name="from" value={from} />
		<Button type="submit" name="intent" value={isWaiting ? "stop" : "wait"} variant={variant}>
			{isWaiting ? "Stop waiting" : "Email me when it's back"}
			{from === "list" && <span className="sr-only"> for {name}</span>}
		</Button>
	</form>
);
