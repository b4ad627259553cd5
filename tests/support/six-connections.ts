/** Connections of one invocation that may wait for the headers of an answer (Cloudflare "Limits", Simultaneous open connections). */
const most = 6;

/**
 * Lets six calls at once wait for their headers, as Cloudflare does in each invocation; workerd at home lets any number. What comes
 * on top waits in line, and the time-out of its caller runs on.
 * @param binding what is asked
 */
export function limitConnections(binding: Fetcher) {
	const line: (() => void)[] = [];
	let [open, queued] = [0, 0];

	async function take(): Promise<void> {
		if (open < most) {
			open += 1;
			return;
		}
		queued += 1;
		await new Promise<void>((resume) => line.push(resume));
	}

	function release(): void {
		const next = line.shift();
		if (next) next();
		else open -= 1;
	}

	const limited: Fetcher = {
		connect: binding.connect,
		async fetch(input: RequestInfo | URL, init?: RequestInit) {
			await take();
			return binding.fetch(new Request(input, init)).finally(release);
		},
	};
	return {
		binding: limited,
		/** How many calls had to wait in line so far. */
		queued: () => queued,
	};
}
