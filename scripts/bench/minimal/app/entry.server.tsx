import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";

/** The entry of Cloudflare's React Router template, except that bots also get a streamed page. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
): Promise<Response> {
	const stream = await renderToReadableStream(
		<ServerRouter context={routerContext} url={request.url} />,
	);
	headers.set("Content-Type", "text/html");
	return new Response(stream, { status, headers });
}
