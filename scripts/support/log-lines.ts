/** The log line of a request with a status below 500 (worker/http/observability.ts). */
const requestLine = /^\{"request":.*"status":[1-4]\d\d,/;

const isQuietRequest = (line: string): boolean =>
	process.env.LOG !== "all" && requestLine.test(line);

/** A line by workerd itself: a place in its sources, the kind of failure, and what failed. */
const ownLine = /^(?:e = )?(?:workerd|kj|capnp)\/\S+: (?:(\w+): )?(.*)/;

/** @returns a line to show, workerd's own failures without the stack of addresses; null for none */
export function readable(line: string): string | null {
	if (isQuietRequest(line)) return null;
	const [, kind, words = ""] = ownLine.exec(line) ?? [];
	if (words === "") return line;
	// A visitor who closes the window during a response.
	if (kind === "disconnected") return null;
	return `workerd: ${words.split(" = ").at(-1)}`;
}
