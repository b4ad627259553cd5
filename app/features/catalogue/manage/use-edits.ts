import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useBlocker, useLocation, useNavigate } from "react-router";
import * as v from "valibot";
import { errors as shopErrors } from "#contract/errors.ts";
import { offline } from "#contract/loading-messages.ts";
import { formatCount } from "#contract/numbers.ts";
import type { ProductRow } from "#worker/shop/catalogue/product-table.ts";
import {
	type Change,
	type Changes,
	changesOf,
	countChanges,
	type Drafts,
	type EditField,
	hasInvalidText,
	rebase,
	withText,
} from "./edits.ts";

/** The body and the idempotency key of `PATCH /products`. */
type SaveRequest = { body: string; key: string };

const rejectionSchema = v.object({
	message: v.string(),
	issues: v.optional(v.array(v.object({ field: v.string(), message: v.string() })), []),
});

/** `isUnknown`: the changes may have been saved. */
type Rejection = v.InferOutput<typeof rejectionSchema> & { isUnknown: boolean };

/** Returns null if the changes are saved. */
async function sendEdits({ body, key }: SaveRequest): Promise<Rejection | null> {
	const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
	try {
		const response = await fetch("/products", { method: "PATCH", headers, body });
		if (response.ok) return null;
		const isUnknown = response.status >= 500;
		const parsed = v.safeParse(rejectionSchema, await response.json().catch(() => null));
		const rejection = parsed.success ? parsed.output : null;
		return { message: shopErrors.unavailable.message, issues: [], ...rejection, isUnknown };
	} catch {
		return { message: offline, issues: [], isUnknown: true };
	}
}

/** Asks for confirmation before leaving the page with unsaved changes. */
function useLeaveWarning(count: number): void {
	const blocker = useBlocker(
		({ currentLocation: from, nextLocation: to }) =>
			count > 0 && (from.pathname !== to.pathname || from.search !== to.search),
	);
	const decide = useEffectEvent(() => {
		if (blocker.state !== "blocked") return;
		if (confirm(`Leave without saving ${formatCount(count, "change")}?`)) blocker.proceed();
		else blocker.reset();
	});
	useEffect(() => {
		if (blocker.state === "blocked") decide();
	}, [blocker.state]);
	const hasChanges = count > 0;
	useEffect(() => {
		if (!hasChanges) return;
		const warn = (event: BeforeUnloadEvent) => event.preventDefault();
		addEventListener("beforeunload", warn);
		return () => removeEventListener("beforeunload", warn);
	}, [hasChanges]);
}

type Errors = ReadonlyMap<string, string>;
const noErrors: Errors = new Map();

function errorsAtCells({ issues }: Rejection, changes: Change[]): Errors {
	const errors = new Map<string, string>();
	for (const { field, message } of issues) {
		const [index, name] = field.replace(/^changes\./, "").split(".");
		const id = changes[Number(index)]?.id;
		if (id) errors.set(`${id}.${name === "price" ? name : "stock"}`, message);
	}
	return errors;
}

/** Saves changes, then reloads the rows by a navigation, which shows them immediately, even those under the pointer. */
function useSaveRequest() {
	const [problem, setProblem] = useState<{ message: string; errors: Errors } | null>(null);
	const [isBusy, setIsBusy] = useState(false);
	const lastRequest = useRef<SaveRequest>(null);
	const navigate = useNavigate();
	const { pathname, search } = useLocation();
	/**
	 * Retries a request without a response with the same key, so that it is applied only once. @returns the key; null if nothing was saved
	 */
	async function sendChanges(changes: Change[], note: string): Promise<string | null> {
		if (isBusy) return null;
		const body = JSON.stringify({ changes, note });
		const { current: last } = lastRequest;
		const request = last?.body === body ? last : { body, key: crypto.randomUUID() };
		lastRequest.current = request;
		setIsBusy(true);
		const rejection = await sendEdits(request);
		setProblem(
			rejection && { message: rejection.message, errors: errorsAtCells(rejection, changes) },
		);
		if (!rejection?.isUnknown) {
			lastRequest.current = null;
			await navigate(pathname + search, { replace: true, preventScrollReset: true });
		}
		setIsBusy(false);
		return rejection ? null : request.key;
	}
	/** Whether the changes that were sent last may have been saved. */
	const isUncertain = () => lastRequest.current !== null;
	return { sendChanges, isUncertain, isBusy, problem, setProblem };
}

/** The table's unsaved changes, and those that were saved last. */
export function useEdits() {
	const [drafts, setDrafts] = useState<Drafts>(new Map());
	const [note, setNote] = useState("");
	const [saved, setSaved] = useState<{ count: number; undo: Change[] | null } | null>(null);
	const shown = useRef(new Map<string, ProductRow>());
	const lastSave = useRef<{ drafts: Drafts; changes: Changes }>(null);
	const { sendChanges, isUncertain, isBusy, problem, setProblem } = useSaveRequest();
	const count = countChanges(drafts);
	useLeaveWarning(count);

	function setText(row: ProductRow, field: EditField, text: string): void {
		setDrafts((current) => withText(current, row, field, text));
		setProblem(null);
		setSaved(null);
	}

	async function save(): Promise<void> {
		if (count === 0) return;
		if (hasInvalidText(drafts)) {
			setProblem({ message: shopErrors.changes_rejected.message, errors: noErrors });
			document.querySelector<HTMLElement>("input[data-edit][aria-invalid]")?.focus();
			return;
		}
		const { current: last } = lastSave;
		// Without a response, the changes may already be in the rows. Based on these, "+20" would be added again.
		const { changes, createUndo } =
			last?.drafts === drafts && isUncertain()
				? last.changes
				: changesOf(rebase(drafts, shown.current));
		lastSave.current = { drafts, changes: { changes, createUndo } };
		const key = await sendChanges(changes, note);
		if (key === null) return;
		setSaved({ count, undo: createUndo(key) });
		setDrafts(new Map());
		setNote("");
	}

	async function undo(): Promise<void> {
		if (!saved?.undo) return;
		const key = await sendChanges(saved.undo, "Undo");
		if (key !== null) setSaved({ count: saved.count, undo: null });
	}

	function discard(): void {
		setDrafts(new Map());
		setProblem(null);
	}

	const onShow = useCallback((row: ProductRow) => void shown.current.set(row.id, row), []);
	const cells = { drafts, errors: problem?.errors ?? noErrors, isBusy, setText, onShow, save };
	return { cells, count, note, setNote, saved, problem, isBusy, save, undo, discard };
}
