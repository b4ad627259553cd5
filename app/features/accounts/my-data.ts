import { cookiesContext, shopContext } from "#app/lib/context.ts";
import type { Route } from "./+types/my-data.ts";

const encoder = new TextEncoder();

/** Streams the export, which may be larger than the Worker's memory. */
export async function loader({ context }: Route.LoaderArgs) {
	// Imported lazily, so that a new process serves its first public page sooner.
	const { readOwnData } = await import("#worker/shop/accounts/own-data.ts");
	const { header } = context.get(cookiesContext);
	const chunks = await readOwnData(context.get(shopContext), header);
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { value, done } = await chunks.next();
			if (done) controller.close();
			else controller.enqueue(encoder.encode(value));
		},
		cancel: async () => {
			await chunks.return(undefined);
		},
	});
	return new Response(body, {
		headers: {
			"Content-Type": "application/json; charset=utf-8",
			"Content-Disposition": 'attachment; filename="torque-tool-depot-my-data.json"',
			"Cache-Control": "no-store",
		},
	});
}
