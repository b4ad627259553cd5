import { Alert } from "#app/ui/feedback.tsx";
import { formatCount } from "#contract/numbers.ts";

/** Says how many tools of the visitor's basket the account's full basket has no room for. On the basket and checkout pages. */
export const WaitingToolsAlert = ({ count }: { count: number }) =>
	count > 0 && (
		<Alert>
			{`No room for ${formatCount(count, "tool")} from before you logged in. Check out or remove others to add them.`}
		</Alert>
	);
