/** Connections of one invocation that may wait for the headers of an answer (Cloudflare "Limits", Simultaneous open connections). */
const maxConnections = 6;

/**
 * Lets six calls at once wait for their headers, as Cloudflare does in each invocation; workerd at home lets any number. What comes
 * on top waits in line, and the time-out of its caller runs on.
 * @param binding what is asked
 */
export function limitConnections(binding: Fetcher) {
	const waiting: (() => void)[] = [];
	let [active, queuedCalls] = [0, 0];

	async function acquire(): Promise<void> {
		if (active < maxConnections) {
			active += 1;
			return;
		}
		queuedCalls += 1;
		await new Promise<void>((resume) => waiting.push(resume));
	}

	function release(): void {
		const resumeNext = waiting.shift();
		if (resumeNext) resumeNext();
		else active -= 1;
	}

	const limited: Fetcher = {
		connect: binding.connect,
		async fetch(input: RequestInfo | URL, init?: RequestInit) {
			await acquire();
			return binding.fetch(new Request(input, init)).finally(release);
		},
	};
	return {
		binding: limited,
		/** How many calls had to wait in line so far. */
		countQueued: () => queuedCalls,
	};
}
