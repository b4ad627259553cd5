import type { RootData } from "#app/root-data.ts";
import { Toast } from "./toast.tsx";

/**
 * Where the messages of a document are (app/client/toasts.ts).
 * @param flash the message that an action left for the page it redirected to
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
