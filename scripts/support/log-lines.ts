// Not in start.ts, which starts the shop when it is imported: tests import this file.

/** The log line of a request with a status below 500 (worker/http/observability.ts). */
const requestLine = /^\{"request":.*"status":[1-4]\d\d,/;

/** A line that workerd logs itself: a location in its source, the kind of failure, and a message. */
const workerdLine = /^(?:e = )?(?:workerd|kj|capnp)\/\S+: (?:(\w+): )?(.*)/;

/** Removes the stack of addresses from workerd's own failures. @returns null for a line that is not shown */
export function formatLogLine(line: string): string | null {
	if (process.env.LOG !== "all" && requestLine.test(line)) return null;
	const [, kind, message = ""] = workerdLine.exec(line) ?? [];
	if (message === "") return line;
	// A visitor has closed the connection during a response.
	if (kind === "disconnected") return null;
	return `workerd: ${message.split(" = ").at(-1)}`;
}
