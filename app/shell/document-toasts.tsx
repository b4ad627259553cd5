import type { RootData } from "#app/root-data.ts";
import { Toast } from "./toast.tsx";

/**
 * Renders the region for a document's toasts, which app/client/toasts.ts controls.
 * @param flash the message from the action that redirected here
 */
export const DocumentToasts = ({ flash }: { flash: RootData["flash"] }) => (
	<>
		<section aria-label="Messages" aria-live="polite" className="toasts">
			{flash && <Toast {...flash} canDismiss />}
		</section>
		<template id="error-toast">
			<Toast kind="error" text="" canDismiss />
		</template>
	</>
);
