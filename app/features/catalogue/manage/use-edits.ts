import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useBlocker, useLocation, useNavigate } from "react-router";
import { changes_rejected } from "#contract/error-table/catalogue.ts";
import { productDeleted } from "#contract/messages.ts";
import { formatCount } from "#contract/numbers.ts";
import type { ProductRow } from "#worker/shop/catalogue/product-table.ts";
import {
	countChanges,
	type Draft,
	type Drafts,
	type EditField,
	hasInvalidText,
	withText,
} from "./edits.ts";
import {
	type Change,
	type Errors,
	type PreparedChanges,
	prepareChanges,
	rebase,
	type SaveRequest,
	sendEdits,
	toCellErrors,
} from "./save-edits.client.ts";

const noErrors: Errors = new Map();

/** Asks for confirmation before leaving the page with unsaved changes. The table's other pages keep the state, so `discard` drops them. */
function useLeaveWarning(count: number, discard: () => void): void {
	const blocker = useBlocker(
		({ currentLocation: from, nextLocation: to }) =>
			count > 0 && (from.pathname !== to.pathname || from.search !== to.search),
	);
	const confirmLeaving = useEffectEvent(() => {
		if (blocker.state !== "blocked") return;
		if (!confirm(`Leave without saving ${formatCount(count, "change")}?`)) return blocker.reset();
		discard();
		blocker.proceed();
	});
	useEffect(() => {
		if (blocker.state === "blocked") confirmLeaving();
	}, [blocker.state]);
	const hasChanges = count > 0;
	useEffect(() => {
		if (!hasChanges) return;
		const warn = (event: BeforeUnloadEvent) => event.preventDefault();
		addEventListener("beforeunload", warn);
		return () => removeEventListener("beforeunload", warn);
	}, [hasChanges]);
}

/**
 * Saves changes, then navigates to the same page, because a background refresh would not update the rows under the pointer.
 * @param onRejected - returns text to add to the message
 */
function useSaveRequest(onRejected: (errors: Errors) => string) {
	const [problem, setProblem] = useState<{ message: string; errors: Errors } | null>(null);
	const [isBusy, setIsBusy] = useState(false);
	const lastRequest = useRef<SaveRequest>(null);
	const navigate = useNavigate();
	const { pathname, search } = useLocation();
	/**
	 * Reuses the last request's idempotency key if that request got no response, so that the changes are applied only once.
	 * @returns the key; null if the save is not confirmed
	 */
	async function sendChanges(changes: Change[], note: string): Promise<string | null> {
		if (isBusy) return null;
		const body = JSON.stringify({ changes, note });
		const { current: last } = lastRequest;
		const request = last?.body === body ? last : { body, key: crypto.randomUUID() };
		lastRequest.current = request;
		setIsBusy(true);
		const rejection = await sendEdits(request);
		const errors = rejection ? toCellErrors(rejection, changes) : noErrors;
		setProblem(rejection && { message: rejection.message + onRejected(errors), errors });
		if (!rejection?.mayHaveBeenSaved) {
			lastRequest.current = null;
			// If the session has ended, a navigation would open the login page and lose the unsaved changes.
			if (!rejection?.isSignedOut)
				await navigate(pathname + search, { replace: true, preventScrollReset: true });
		}
		setIsBusy(false);
		return rejection ? null : request.key;
	}
	/** Whether the last request got no response, so that its changes may have been saved. */
	const isSaveUncertain = () => lastRequest.current !== null;
	return { sendChanges, isSaveUncertain, isBusy, problem, setProblem };
}

/** `undoChanges` is null once the save is undone. */
type LastSave = { changeCount: number; undoChanges: Change[] | null };

/** Manages the table's unsaved changes and the last save, which can be undone. */
export function useEdits() {
	const [drafts, setDrafts] = useState<Drafts>(new Map());
	const [note, setNote] = useState("");
	const [lastSave, setLastSave] = useState<LastSave | null>(null);
	const shownRows = useRef(new Map<string, ProductRow>());
	const lastAttempt = useRef<{ drafts: Drafts; prepared: PreparedChanges }>(null);
	const { sendChanges, isSaveUncertain, isBusy, problem, setProblem } = useSaveRequest(dropDeleted);
	const changeCount = countChanges(drafts);
	useLeaveWarning(changeCount, discard);

	/** The table no longer shows a deleted product, so nobody could revert a change of it, and it would be rejected with all others. */
	function dropDeleted(errors: Errors): string {
		const isDeleted = ({ base: { id } }: Draft) =>
			[...errors].some(([cell, message]) => cell.startsWith(id) && message === productDeleted);
		const deleted = [...drafts.values()].filter(isDeleted);
		if (deleted.length === 0) return "";
		setDrafts(new Map([...drafts].filter(([, draft]) => !isDeleted(draft))));
		return ` Deleted in the meantime: ${deleted.map(({ base }) => base.name).join(", ")}.`;
	}

	function setText(row: ProductRow, field: EditField, text: string): void {
		setDrafts((current) => withText(current, row, field, text));
		setProblem(null);
		setLastSave(null);
	}

	async function save(): Promise<void> {
		if (changeCount === 0) return;
		if (hasInvalidText(drafts)) {
			setProblem({ message: changes_rejected.message, errors: noErrors });
			document.querySelector<HTMLElement>("input[data-edit][aria-invalid]")?.focus();
			return;
		}
		const { current: last } = lastAttempt;
		// Repeats a request without a response unchanged, because its "+20" may already be in the rows, and rebasing would add it again.
		const prepared =
			last?.drafts === drafts && isSaveUncertain()
				? last.prepared
				: prepareChanges(rebase(drafts, shownRows.current));
		lastAttempt.current = { drafts, prepared };
		const key = await sendChanges(prepared.changes, note);
		if (key === null) return;
		setLastSave({ changeCount, undoChanges: prepared.createUndo(key) });
		setDrafts(new Map());
		setNote("");
	}

	async function undo(): Promise<void> {
		if (!lastSave?.undoChanges) return;
		const key = await sendChanges(lastSave.undoChanges, "Undo");
		if (key !== null) setLastSave({ ...lastSave, undoChanges: null });
	}

	function discard(): void {
		setDrafts(new Map());
		setNote("");
		setProblem(null);
	}

	const onRowShown = useCallback((row: ProductRow) => void shownRows.current.set(row.id, row), []);
	const cellProps = {
		drafts,
		errors: problem?.errors ?? noErrors,
		isBusy,
		setText,
		onRowShown,
		save,
	};
	return { cellProps, changeCount, note, setNote, lastSave, problem, isBusy, save, undo, discard };
}
