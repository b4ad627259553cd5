import { pollForChanges } from "./poll-for-changes.ts";

function getSourcePath(): string {
	const source = document.querySelector<HTMLElement>("[data-live-from]")?.dataset.liveFrom;
	return source ?? location.pathname + location.search;
}

/**
 * Returns the page (null if it has not changed) with its ETag, or null if it cannot be fetched. Bypasses the browser's cache,
 * because a signed-in visitor who goes back would otherwise see this copy, which is fetched without cookies.
 */
async function fetchDocument(etag: string | null) {
	const headers = { Accept: "text/html", ...(etag !== null && { "If-None-Match": etag }) };
	const response = await fetch(getSourcePath(), {
		cache: "no-store",
		credentials: "omit",
		headers,
	});
	if (response.status === 304) return { etag, page: null };
	if (!response.ok || response.redirected) return null;
	const page = new DOMParser().parseFromString(await response.text(), "text/html");
	return { etag: response.headers.get("ETag"), page };
}

const isInUse = (part: Element) => part.matches(":hover") || part.contains(document.activeElement);

/** Moves the loaded pictures of `part` to `newPart`, so that they do not flicker. */
function reusePictures(part: Element, newPart: Element): void {
	const loadedPictures = [...part.querySelectorAll("img")];
	for (const picture of newPart.querySelectorAll("img")) {
		const index = loadedPictures.findIndex((loaded) => loaded.isEqualNode(picture));
		const [loaded] = index < 0 ? [] : loadedPictures.splice(index, 1);
		if (loaded) picture.replaceWith(loaded);
	}
}

function getHtmlWithoutRows(part: Element): string {
	// Images in a template are not loaded.
	const copy = document.createElement("template");
	copy.innerHTML = part.innerHTML;
	for (const row of copy.content.querySelectorAll("[data-row]")) row.replaceChildren();
	return copy.innerHTML;
}

/** Replaces the content of a part or row. Returns false, without replacing it, while the visitor is using it. */
function replaceContent(part: Element, newPart: Element): boolean {
	if (newPart.innerHTML === part.innerHTML) return true;
	if (isInUse(part)) return false;
	const copy = document.importNode(newPart, true);
	reusePictures(part, copy);
	part.replaceChildren(...copy.childNodes);
	return true;
}

/** Updates row by row if no rows were added, removed or moved, so that a row in use delays only its own update. */
function updatePart(part: Element, newPart: Element): boolean {
	const rows = [...part.querySelectorAll("[data-row]")];
	if (rows.length === 0 || getHtmlWithoutRows(part) !== getHtmlWithoutRows(newPart)) {
		return replaceContent(part, newPart);
	}
	const newRows = newPart.querySelectorAll("[data-row]");
	const results = rows.map((row, index) => replaceContent(row, newRows[index] ?? row));
	return results.every((isUpdated) => isUpdated);
}

function updateParts(page: Document): boolean {
	const parts = [...document.querySelectorAll<HTMLElement>("[data-live]")];
	const results = parts.map((part) => {
		const newPart = page.querySelector(`[data-live="${part.dataset.live}"]`);
		return newPart === null || updatePart(part, newPart);
	});
	return results.every((isUpdated) => isUpdated);
}

/** Refreshes the elements of a document that have `data-live` (specification.md §4 "Lists refresh"). */
export function refreshLiveParts(): void {
	let etag: string | null = null;
	/** The newest document, if some of its parts are not shown yet. */
	let pending: Document | null = null;
	pollForChanges(async () => {
		if (document.querySelector("dialog[open]")) return null;
		const fetched = await fetchDocument(etag);
		if (!fetched) return null;
		const hasChanged = fetched.page !== null && etag !== null;
		etag = fetched.etag;
		pending = fetched.page ?? pending;
		if (pending && updateParts(pending)) pending = null;
		return hasChanged || pending !== null;
	});
}
