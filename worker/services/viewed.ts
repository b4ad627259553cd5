import { createWorkersKVSessionStorage } from "@react-router/cloudflare";
import * as v from "valibot";

type Options = {
	cookieHeader: string;
	/** The shopper's ID. It is stored with the list, so that a new list starts if another account sends the cookie. */
	ownerId: string;
	isSecure: boolean;
	/** Lifetime of the cookie and the list, in seconds. */
	maxAge: number;
};

type ViewedList = { owner: string; ids: string[] };

const idsSchema = v.fallback(v.array(v.string()), []);

/** Loads the ids of the products that a shopper has viewed, most recent first. The cookie holds only a random id. */
export async function loadViewed(
	kv: KVNamespace,
	{ cookieHeader, ownerId, isSecure, maxAge }: Options,
) {
	const storage = createWorkersKVSessionStorage<ViewedList>({
		kv,
		cookie: {
			name: isSecure ? "__Host-viewed" : "viewed",
			httpOnly: true,
			sameSite: "lax",
			path: "/",
			secure: isSecure,
			maxAge,
		},
	});
	const stored = await storage.getSession(cookieHeader);
	const isOwn = stored.get("owner") === ownerId;
	const session = isOwn ? stored : await storage.getSession();
	session.set("owner", ownerId);
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
