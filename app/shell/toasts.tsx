import { useEffect, useRef, useState } from "react";
import type { Flash } from "#app/lib/context.ts";
import { viewBasketLink } from "#contract/shop.ts";
import { LiveToasts } from "./live-toasts.client.tsx";
import { Message, Toast } from "./toast.tsx";

/** After hydration, shows `flash` again as a new toast, because screen readers announce only what is added to the region. */
export function DashboardToasts({ flash }: { flash: Flash | null }) {
	const [isHydrated, setIsHydrated] = useState(false);
	const region = useRef<HTMLElement>(null);
	useEffect(() => setIsHydrated(true), []);
	return (
		<section ref={region} aria-label="Messages" aria-live="polite" className="toasts">
			{isHydrated ? (
				<LiveToasts flash={flash} region={region} />
			) : (
				flash && (
					<Toast kind={flash.kind} canDismiss={false}>
						<Message {...flash} />
					</Toast>
				)
			)}
		</section>
	);
}

/** A region that app/client/toasts.ts controls, and empty toasts for it to copy. */
export const DocumentToasts = ({ flash }: { flash: Flash | null }) => (
	<>
		<section aria-label="Messages" aria-live="polite" className="toasts">
			{flash && (
				<Toast kind={flash.kind}>
					<Message {...flash} />
				</Toast>
			)}
		</section>
		<template id="error-toast">
			<Toast kind="error">
				<Message text="" />
			</Toast>
		</template>
		<template id="success-toast">
			<Toast kind="success">
				<Message text="" link={viewBasketLink} />
			</Toast>
		</template>
	</>
);
