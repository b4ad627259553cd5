type Kind = "localStorage" | "sessionStorage";

/**
 * Storage of the browser, which may refuse it: reading the property throws where cookies are blocked, it is null in some
 * embedded views, and writing throws where the quota is full or 0 (HTML standard, "Web storage").
 * @returns null where it is refused
 */
function attempt<Result>(kind: Kind, use: (storage: Storage) => Result): Result | null {
	try {
		return use(globalThis[kind]);
	} catch {
		return null;
	}
}

export const readStored = (kind: Kind, key: string) =>
	attempt(kind, (storage) => storage.getItem(key));

/** @returns whether the browser keeps it */
export const store = (kind: Kind, key: string, text: string): boolean =>
	attempt(kind, (storage) => storage.setItem(key, text)) !== null;

export const removeStored = (kind: Kind, key: string) =>
	attempt(kind, (storage) => storage.removeItem(key));
