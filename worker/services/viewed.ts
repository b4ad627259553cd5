import { createWorkersKVSessionStorage } from "@react-router/cloudflare";
import * as v from "valibot";

type Options = {
	/** The browser's `Cookie` header. */
	cookies: string;
	/** Whom the list belongs to: their id signs the cookie, so that nobody else on this browser is shown it. */
	owner: string;
	/** Whether the shop is reached over https. */
	secure: boolean;
	/** Seconds that cookie and list are kept. */
	maxAge: number;
};

const idsSchema = v.fallback(v.array(v.string()), []);

/**
 * The tools that a visitor has looked at, in Workers KV. The cookie holds a random id and nothing else.
 * @returns `ids`, the newest first; `keep`, which answers with the line of a `Set-Cookie` header
 */
export async function openViewed(kv: KVNamespace, { cookies, owner, secure, maxAge }: Options) {
	const storage = createWorkersKVSessionStorage<{ ids: string[] }>({
		kv,
		cookie: {
			name: secure ? "__Host-viewed" : "viewed",
			secrets: [owner],
			httpOnly: true,
			sameSite: "lax",
			path: "/",
			secure,
			maxAge,
		},
	});
	const session = await storage.getSession(cookies);
	return {
		ids: v.parse(idsSchema, session.get("ids")),
		isNew: session.id === "",
		keep(ids: string[]): Promise<string> {
			session.set("ids", ids);
			return storage.commitSession(session);
		},
	};
}
