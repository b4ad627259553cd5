import type { LocalEdge } from "../support/edge/local-edge.ts";

/** A version of a page, and the time at which it became current. */
type Version = { id: string; currentSince: number };

/** @returns an identifier of the page's content: its status and ETag */
export const getVersion = ({ status, headers }: Response): string =>
	`${status} ${status === 200 ? headers.get("ETag") : ""}`;

/** Records the correct version of each public page over time, by rendering the pages without a cache after each write. */
export function createTimeline(
	edge: Pick<LocalEdge, "clock" | "renderUncached">,
	paths: readonly string[],
) {
	const versionsByPath = new Map<string, Version[]>(paths.map((path) => [path, []]));
	return {
		/** Records the current version of every page. */
		async record() {
			for (const [path, versions] of versionsByPath) {
				const page = await edge.renderUncached(path);
				const id = getVersion(page);
				await page.body?.cancel();
				if (versions.at(-1)?.id !== id) versions.push({ id, currentSince: edge.clock.now() });
			}
		},
		/** @returns for how many ms this version has been out of date; null if the page never had it */
		getStaleMs(path: string, id: string): number | null {
			const versions = versionsByPath.get(path) ?? [];
			const index = versions.findLastIndex((version) => version.id === id);
			if (index < 0) return null;
			const next = versions[index + 1];
			return next ? edge.clock.now() - next.currentSince : 0;
		},
	};
}
