import { Button } from "#app/ui/button.tsx";
import { backInStockPath } from "#contract/shop.ts";
import { getStockWaitPath } from "#contract/stock-wait-path.ts";

type Props = {
	tool: { id: string; name: string };
	isWaiting: boolean;
	from: "tool" | "list";
};

/**
 * Requests an email when the tool is back in stock, or cancels the request. A native form, so that it works in documents and in the
 * dashboard.
 */
export const StockAlertButton = ({ tool: { id, name }, isWaiting, from }: Props) => (
	<form
		method="post"
		// If the request is rejected, the page shows the tool again.
		action={isWaiting ? backInStockPath : getStockWaitPath(id)}
		className={from === "tool" ? "grid" : "flex-none"}
	>
		<input type="hidden" name="tool" value={id} />
		<input type="hidden" name="from" value={from} />
		<Button
			type="submit"
			size={isWaiting && from === "list" ? "sm" : "md"}
			name="intent"
			value={isWaiting ? "stop" : "wait"}
			variant={isWaiting ? "plain" : "primary"}
		>
			{isWaiting ? "Stop waiting" : "Email me when it's back"}
			{from === "list" && <span className="sr-only"> for {name}</span>}
		</Button>
	</form>
);

/** Stock alerts go only to verified addresses. The link verifies the address and requests the alert. */
export const VerifyEmailForStockAlert = ({ tool }: { tool: string }) => (
	<form
		method="post"
		action={`/verify-email?${new URLSearchParams({ from: getStockWaitPath(tool) })}`}
		className="grid justify-items-start gap-3"
	>
		<p>Verify your email to be notified when this tool is back. Open the link that we send you.</p>
		<Button type="submit" name="intent" value="resend">
			Send the link
		</Button>
	</form>
);
