import { createWorkersKVSessionStorage } from "@react-router/cloudflare";
import * as v from "valibot";

type Options = {
	/** The `Cookie` header. */
	cookies: string;
	/** The shopper's ID. It is stored with the list, so that a new list starts if another account sends the cookie. */
	owner: string;
	secure: boolean;
	/** Lifetime of the cookie and the list, in seconds. */
	maxAge: number;
};

type ViewedList = { owner: string; ids: string[] };

const idsSchema = v.fallback(v.array(v.string()), []);

/** Loads the ids of the products that a shopper has viewed, last viewed first. The cookie holds only a random id. */
export async function loadViewed(kv: KVNamespace, { cookies, owner, secure, maxAge }: Options) {
	const storage = createWorkersKVSessionStorage<ViewedList>({
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
	const stored = await storage.getSession(cookies);
	const isOwn = stored.get("owner") === owner;
	const session = isOwn ? stored : await storage.getSession();
	session.set("owner", owner);
	return {
		ids: v.parse(idsSchema, session.get("ids")),
		isNew: !isOwn,
		async clear(): Promise<void> {
			if (isOwn) await storage.destroySession(session);
		},
		/** Returns a `Set-Cookie` value. */
		save(ids: string[]): Promise<string> {
			session.set("ids", ids);
			return storage.commitSession(session);
		},
	};
}
