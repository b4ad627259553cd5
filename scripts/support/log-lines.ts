// Not in start.ts, because importing that file starts the shop, and a test imports this one.

/** The log line of a request with a status below 500 (worker/http/observability.ts). */
const requestLine = /^\{"request":.*"status":[1-4]\d\d,/;

/** A line that workerd logs itself: a location in its source, the kind of failure, and a message. */
const workerdLine = /^(?:\S+ = )?(?:workerd|kj|capnp|rust)\/\S+: (?:(\w+): )?(.*)/;

/** Shortens workerd's own failures to their message. Returns null for a line that is not shown. */
export function formatLogLine(line: string): string | null {
	if (process.env.LOG !== "all" && requestLine.test(line)) return null;
	const [, kind, message = ""] = workerdLine.exec(line) ?? [];
	if (message === "") return line;
	// A visitor closed the connection during a response.
	if (kind === "disconnected") return null;
	return `workerd: ${message.split(" = ").at(-1)}`;
}
