type Kind = "localStorage" | "sessionStorage";

/**
 * Returns null if storage is unavailable. Reading `globalThis[kind]` throws where cookies are blocked and returns null in some web
 * views, and writing throws when the quota is exceeded (HTML standard, "Web storage").
 */
function tryStorage<Result>(kind: Kind, use: (storage: Storage) => Result): Result | null {
	try {
		return use(globalThis[kind]);
	} catch {
		return null;
	}
}

export const readStored = (kind: Kind, key: string) =>
	tryStorage(kind, (storage) => storage.getItem(key));

/** Returns whether the value was stored. */
export const store = (kind: Kind, key: string, text: string): boolean =>
	tryStorage(kind, (storage) => storage.setItem(key, text)) !== null;

export const removeStored = (kind: Kind, key: string) =>
	tryStorage(kind, (storage) => storage.removeItem(key));

/** The `sessionStorage` key of the drafts: what was typed into forms in this tab (./stored-drafts.ts). */
export const draftsKey = "drafts";
