import type { ReactNode } from "react";
import { alertTones } from "#app/ui/feedback.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
	kind: "success" | "error";
	text: ReactNode;
	/** On a phone a toast covers the page's heading, so it has a button to dismiss it if scripts run. */
	canDismiss?: boolean;
	onDismiss?: () => void;
};

export function Toast({ kind, text, canDismiss = false, onDismiss }: Props) {
	const { className, icon } = alertTones[kind];
	return (
		<div className={className}>
			<Icon name={icon} />
			<span>{text}</span>
			{canDismiss && (
				<button type="button" aria-label="Dismiss" className="noscript:hidden" onClick={onDismiss}>
					<Icon name="x" />
				</button>
			)}
		</div>
	);
}
