/** Safari has no `requestIdleCallback`. */
export function whenIdle(start: () => unknown): void {
	if ("requestIdleCallback" in globalThis) requestIdleCallback(start, { timeout: 2000 });
	else setTimeout(start, 200);
}
