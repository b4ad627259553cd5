type Kind = "localStorage" | "sessionStorage";

/**
 * Storage of the browser, which may refuse it: reading the property throws where cookies are blocked, it is null in some
 * embedded views, and writing throws where the quota is full or 0 (HTML standard, "Web storage"). Then nothing is kept.
 */
function attempt<Result>(kind: Kind, use: (storage: Storage) => Result): Result | null {
	try {
		return use(globalThis[kind]);
	} catch {
		return null;
	}
}

/** @returns the text kept under the key; null when there is none, or the browser refuses storage */
export const readStored = (kind: Kind, key: string): string | null =>
	attempt(kind, (storage) => storage.getItem(key));

/** @returns whether the browser keeps it */
export const store = (kind: Kind, key: string, text: string): boolean =>
	attempt(kind, (storage) => {
		storage.setItem(key, text);
		return true;
	}) ?? false;

/** Removes what is kept under the key. */
export const removeStored = (kind: Kind, key: string): void =>
	void attempt(kind, (storage) => storage.removeItem(key));
