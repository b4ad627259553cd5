import { Alert } from "#app/ui/feedback.tsx";
import { formatCount } from "#contract/numbers.ts";

/** Says how many tools from the basket before the login do not fit into the account's full basket. */
export const WaitingToolsAlert = ({ count }: { count: number }) =>
	count > 0 && (
		<Alert>
			{`No room for ${formatCount(count, "tool")} from before you logged in. Check out or remove others to add them.`}
		</Alert>
	);
