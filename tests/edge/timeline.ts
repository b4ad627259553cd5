import type { EdgeWorld } from "../support/edge/world.ts";

/** The page that was right from a moment on: its status and ETag. */
type Version = { name: string; from: number };

/** @returns a page's name: what it shows, in a few letters */
export const nameOf = ({ status, headers }: Response): string =>
	`${status} ${status === 200 ? headers.get("ETag") : ""}`;

/**
 * What each public page should have shown at each moment: made again past every cache after each write.
 * @param paths of the pages that are looked at
 */
export function createTimeline(world: Pick<EdgeWorld, "clock" | "make">, paths: readonly string[]) {
	const versions = new Map<string, Version[]>(paths.map((path) => [path, []]));
	return {
		/** Notes how every page looks now. */
		async note() {
			for (const [path, known] of versions) {
				const page = await world.make(path);
				const name = nameOf(page);
				await page.body?.cancel();
				if (known.at(-1)?.name !== name) known.push({ name, from: world.clock.now() });
			}
		},
		/** @returns for how many ms this page has been out of date; null where it never was a page of the shop */
		ageOf(path: string, name: string): number | null {
			const known = versions.get(path) ?? [];
			const place = known.findLastIndex((version) => version.name === name);
			if (place < 0) return null;
			const next = known[place + 1];
			return next ? world.clock.now() - next.from : 0;
		},
	};
}
