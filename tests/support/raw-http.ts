import { connect } from "node:net";

/**
 * Sends bytes as they are: what `fetch` would tidy up or refuse to send.
 * @param head request line and headers, one a string; without a Host of its own it is that of the origin
 * @returns the answer's status, and all that came, also where the other side hangs up on what it refuses to read
 */
export function sendRaw(
	origin: string,
	head: string[],
	body: string | Uint8Array = "",
): Promise<{ status: number; text: string }> {
	const { hostname, port, host } = new URL(origin);
	const [line = "", ...headers] = head;
	const own = headers.some((header) => /^host:/i.test(header)) ? [] : [`Host: ${host}`];
	const all = [line, ...own, "Connection: close", ...headers, "", ""].join("\r\n");
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
		socket.write(all);
		socket.end(body);
	});
}
