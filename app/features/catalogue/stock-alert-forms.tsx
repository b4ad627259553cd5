import { Button } from "#app/ui/button.tsx";
import { stockAlertsPath } from "#contract/shop.ts";
import { requestStockAlertPath } from "#contract/stock-alert-path.ts";

type Props = {
	tool: { id: string; name: string };
	hasStockAlert: boolean;
	from: "tool" | "list";
};

/** Requests or cancels a stock alert. A native form, so that it works both on pages without React and in the dashboard. */
export const StockAlertButton = ({ tool: { id, name }, hasStockAlert, from }: Props) => (
	<form
		method="post"
		// When requesting an alert, the path has the tool's ID, so that the page shows the tool again if the alert is rejected.
		action={hasStockAlert ? stockAlertsPath : requestStockAlertPath(id)}
		className={from === "tool" ? "grid" : "flex-none"}
	>
		<input type="hidden" name="tool" value={id} />
		<input type="hidden" name="from" value={from} />
		<Button
			type="submit"
			size={hasStockAlert && from === "list" ? "sm" : "md"}
			name="intent"
			value={hasStockAlert ? "cancel" : "request"}
			variant={hasStockAlert ? "plain" : "primary"}
		>
			{hasStockAlert ? "Cancel alert" : "Email me when it's back"}
			{from === "list" && <span className="sr-only"> for {name}</span>}
		</Button>
	</form>
);

/** Stock alerts go only to verified addresses. The link verifies the address and requests the alert. */
export const VerifyEmailForStockAlert = ({ toolId }: { toolId: string }) => (
	<form
		method="post"
		action={`/verify-email?${new URLSearchParams({ from: requestStockAlertPath(toolId) })}`}
		className="grid justify-items-start gap-3"
	>
		<p>Verify your email to be notified when this tool is back. Open the link that we send you.</p>
		<Button type="submit" name="intent" value="resend">
			Send the link
		</Button>
	</form>
);
