import { poll } from "./poll.ts";

/** Where the parts can be read without a session: they are the same for everyone. */
function readPath(): string {
	const named = document.querySelector<HTMLElement>("[data-live-from]")?.dataset.liveFrom;
	return named ?? location.pathname + location.search;
}

/**
 * By hand, not from the browser's cache: a copy in there, made without a session, would be shown to somebody signed in who
 * goes back. @returns the ETag, and the document unless it is the known one; null when it cannot be read
 */
async function readDocument(known: string | null) {
	const headers = { Accept: "text/html", ...(known !== null && { "If-None-Match": known }) };
	const response = await fetch(readPath(), { cache: "no-store", credentials: "omit", headers });
	if (response.status === 304) return { tag: known, page: null };
	if (!response.ok || response.redirected) return null;
	const page = new DOMParser().parseFromString(await response.text(), "text/html");
	return { tag: response.headers.get("ETag"), page };
}

/** Somebody may be about to press or type something in there. */
const isInUse = (part: Element) => part.matches(":hover") || part.contains(document.activeElement);

/** Pictures that are loaded stay, so that none flickers. */
function keepPictures(part: Element, next: Element): void {
	const loaded = [...part.querySelectorAll("img")];
	for (const picture of next.querySelectorAll("img")) {
		const same = loaded.findIndex((each) => each.isEqualNode(picture));
		const [own] = same < 0 ? [] : loaded.splice(same, 1);
		if (own) picture.replaceWith(own);
	}
}

/** The HTML of a part without that of its rows: equal where no row has come, gone or moved. */
function frameOf(part: Element): string {
	// Nothing in a template is loaded.
	const copy = document.createElement("template");
	copy.innerHTML = part.innerHTML;
	for (const row of copy.content.querySelectorAll("[data-row]")) row.replaceChildren();
	return copy.innerHTML;
}

/** @returns whether the part is shown as `next` is, or in use, and so has to wait */
function replace(part: Element, next: Element): boolean {
	if (next.innerHTML === part.innerHTML) return true;
	if (isInUse(part)) return false;
	const copy = document.importNode(next, true);
	keepPictures(part, copy);
	part.replaceChildren(...copy.childNodes);
	return true;
}

/** Row by row where it has the same rows: the others need not wait for the one that is in use. */
function showPart(part: Element, next: Element): boolean {
	if (frameOf(part) !== frameOf(next)) return replace(part, next);
	const rows = [...part.querySelectorAll("[data-row]")];
	if (rows.length === 0) return replace(part, next);
	const newRows = next.querySelectorAll("[data-row]");
	return rows.map((row, index) => replace(row, newRows[index] ?? row)).every((shown) => shown);
}

/** @returns whether every part is shown as it is in `page` */
function show(page: Document): boolean {
	const parts = [...document.querySelectorAll<HTMLElement>("[data-live]")];
	const shown = parts.map((part) => {
		const next = page.querySelector(`[data-live="${part.dataset.live}"]`);
		return next === null || showPart(part, next);
	});
	return shown.every((isShown) => isShown);
}

/**
 * Keeps the parts `[data-live]` of a document as they are in the shop (specification.md §4 "Lists refresh"), by one
 * conditional request each time. The parts are those of the document itself, or of the one named in `[data-live-from]`.
 * Rows of a part have `data-row`, their id.
 * @returns what ends that
 */
export function watchLive(): () => void {
	let known: string | null = null;
	/** Newer than what is shown, as a part of the document is in use. */
	let held: Document | null = null;
	return poll(async () => {
		if (document.querySelector("dialog[open]")) return null;
		const read = await readDocument(known);
		if (!read) return null;
		const isNew = read.page !== null && known !== null;
		known = read.tag;
		held = read.page ?? held;
		if (held && show(held)) held = null;
		return isNew || held !== null;
	});
}
