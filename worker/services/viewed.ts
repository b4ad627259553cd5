import { createWorkersKVSessionStorage } from "@react-router/cloudflare";
import * as v from "valibot";

type Options = {
	cookies: string;
	/** The id of the visitor, stored beside the list: anyone else with the cookie starts a new one. */
	owner: string;
	/** Whether the shop is reached over https. */
	secure: boolean;
	/** Seconds that cookie and list are kept. */
	maxAge: number;
};

type Viewed = { owner: string; ids: string[] };

const idsSchema = v.fallback(v.array(v.string()), []);

/**
 * The tools that a visitor has looked at, in Workers KV. The cookie holds a random id and nothing else.
 * @returns `ids`, the newest first; `keep`, which answers with the line of a `Set-Cookie` header; `forget`, which
 * erases the list
 */
export async function openViewed(kv: KVNamespace, { cookies, owner, secure, maxAge }: Options) {
	const storage = createWorkersKVSessionStorage<Viewed>({
		kv,
		cookie: {
			name: secure ? "__Host-viewed" : "viewed",
			httpOnly: true,
			sameSite: "lax",
			path: "/",
			secure,
			maxAge,
		},
	});
	const brought = await storage.getSession(cookies);
	const isOwn = brought.get("owner") === owner;
	const session = isOwn ? brought : await storage.getSession();
	session.set("owner", owner);
	return {
		ids: v.parse(idsSchema, session.get("ids")),
		isNew: !isOwn,
		async forget(): Promise<void> {
			if (isOwn) await storage.destroySession(session);
		},
		keep(ids: string[]): Promise<string> {
			session.set("ids", ids);
			return storage.commitSession(session);
		},
	};
}
