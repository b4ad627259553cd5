import { connect } from "node:net";

/**
 * Sends a request that `fetch` would normalize or reject. Returns the status and everything that was received
 * before the connection closed.
 * @param head - the request line and the headers; a missing Host header is added
 */
export function sendRaw(
	origin: string,
	head: string[],
	body: string | Uint8Array = "",
): Promise<{ status: number; text: string }> {
	const { hostname, port, host } = new URL(origin);
	const [requestLine = "", ...headers] = head;
	const hostHeader = headers.some((header) => /^host:/i.test(header)) ? [] : [`Host: ${host}`];
	const headText = [requestLine, ...hostHeader, "Connection: close", ...headers, "", ""].join(
		"\r\n",
	);
	return new Promise((resolve, reject) => {
		const socket = connect(Number(port), hostname);
		let text = "";
		socket.setTimeout(10_000, () => socket.destroy());
		socket.on("data", (chunk) => {
			text += chunk.toString("latin1");
		});
		socket.on("error", (error: NodeJS.ErrnoException) => {
			if (error.code !== "ECONNRESET") reject(error);
		});
		socket.on("close", () => resolve({ status: Number(text.split(" ")[1] ?? 0), text }));
		socket.write(headText);
		socket.end(body);
	});
}
