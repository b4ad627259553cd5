/** Resolves when the browser is idle. Safari has no `requestIdleCallback`. */
export const whenIdle = () =>
	new Promise((resolve) => {
		if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve, { timeout: 2000 });
		else setTimeout(resolve, 200);
	});
