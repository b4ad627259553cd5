/** A request that did not break (worker/http/observability.ts). */
const requestLine = /^\{"request":.*"status":[1-4]\d\d,/;

/** @returns whether a line of the log is shown only with `LOG=all` */
const isQuietRequest = (line: string): boolean =>
	process.env.LOG !== "all" && requestLine.test(line);

/** workerd's own words about itself: a place in its sources, what kind of failure, and what failed. */
const ownLine = /^(?:e = )?(?:workerd|kj|capnp)\/\S+: (?:(\w+): )?(.*)/;

/**
 * What people read of a line that the Worker or workerd has written.
 * @returns null for what is no news; workerd's own failures in one line, without its stack of addresses
 */
export function readable(line: string): string | null {
	if (isQuietRequest(line)) return null;
	const [, kind, words = ""] = ownLine.exec(line) ?? [];
	if (words === "") return line;
	// A visitor who closes the window in the middle of an answer.
	if (kind === "disconnected") return null;
	return `workerd: ${words.split(" = ").at(-1)}`;
}
