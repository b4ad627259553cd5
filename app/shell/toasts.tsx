import { useEffect, useState } from "react";
import { showToast } from "#app/client/toasts.ts";
import type { RootData } from "#app/root-data.ts";
import { alertTones } from "#app/ui/feedback.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Flash = NonNullable<RootData["flash"]>;

/** On a phone a toast covers the page's heading, so it has a button to dismiss it if scripts run. */
function Toast({ kind, text }: Flash) {
	const { className, icon } = alertTones[kind];
	return (
		<div className={className}>
			<Icon name={icon} />
			<span>{text}</span>
			<button type="button" aria-label="Dismiss" className="noscript:hidden">
				<Icon name="x" />
			</button>
		</div>
	);
}

/** A region that app/client/toasts.ts controls, and an empty toast of each kind for it to copy. */
export function Toasts({ flash }: { flash: Flash | null }) {
	// The script removes the first message, so React must not render another one in its place.
	const [firstFlash] = useState(flash);
	useEffect(() => {
		if (flash && flash !== firstFlash) showToast(flash);
	}, [flash, firstFlash]);
	return (
		<>
			<section aria-label="Messages" aria-live="polite" className="toasts">
				{firstFlash && <Toast {...firstFlash} />}
			</section>
			{(["success", "error"] as const).map((kind) => (
				<div key={kind} id={`${kind}-toast`} hidden>
					<Toast kind={kind} text="" />
				</div>
			))}
		</>
	);
}
