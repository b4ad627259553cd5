import { createServer } from "node:net";

/** Returns a TCP port of this machine that no program listens on. */
export const findFreePort = () =>
	new Promise<number>((resolve) => {
		const server = createServer().listen(0, "127.0.0.1", () => {
			const address = server.address();
			const port = address instanceof Object ? address.port : 0;
			server.close(() => resolve(port));
		});
	});
