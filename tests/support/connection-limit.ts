/** How many connections of one invocation may wait for response headers (Cloudflare, "Limits", "Simultaneous open connections"). */
const maxConnections = 6;

/**
 * Lets at most six requests to a binding wait for their response headers, as Cloudflare does in each invocation; local
 * workerd has no limit. Further requests are queued, and their timeouts include the time in the queue.
 */
export function limitConnections(binding: Fetcher) {
	const waitingCallbacks: (() => void)[] = [];
	let [activeCount, queuedCount] = [0, 0];

	async function acquire(): Promise<void> {
		if (activeCount < maxConnections) {
			activeCount += 1;
			return;
		}
		queuedCount += 1;
		await new Promise<void>((resume) => waitingCallbacks.push(resume));
	}

	function release(): void {
		const resumeNext = waitingCallbacks.shift();
		if (resumeNext) resumeNext();
		else activeCount -= 1;
	}

	const limitedBinding: Fetcher = {
		connect: binding.connect,
		async fetch(input: RequestInfo | URL, init?: RequestInit) {
			await acquire();
			return binding.fetch(new Request(input, init)).finally(release);
		},
	};
	return {
		binding: limitedBinding,
		/** Returns how many requests have been queued so far. */
		countQueued: () => queuedCount,
	};
}
