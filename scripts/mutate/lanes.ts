/** How many are at work side by side: a test of the Worker waits for workerd half of its time. */
const lanes = 4;

type Lane<Item, Result> = { work: (item: Item) => Promise<Result>; stop: () => void };

/**
 * Does the work of a list in lanes, each with what it has opened for itself.
 * @param items are taken from this list, the first one first
 * @param open a lane, by its number from 0
 * @param done is called with each result, one at a time
 */
export async function inLanes<Item, Result>(
	items: Item[],
	open: (lane: number) => Promise<Lane<Item, Result>>,
	done: (result: Result) => Promise<void>,
): Promise<void> {
	const numbers = [...Array(Math.min(lanes, items.length)).keys()];
	const opened = await Promise.all(numbers.map(open));
	let last = Promise.resolve();
	const run = async ({ work }: Lane<Item, Result>) => {
		for (let item = items.shift(); item !== undefined; item = items.shift()) {
			const result = await work(item);
			last = last.then(() => done(result));
			await last;
		}
	};
	try {
		await Promise.all(opened.map(run));
	} finally {
		for (const { stop } of opened) stop();
	}
}
