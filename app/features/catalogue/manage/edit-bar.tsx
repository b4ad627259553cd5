import { Button } from "#app/ui/button.tsx";
import { textLength } from "#contract/limits.ts";
import { formatCount } from "#contract/numbers.ts";
import type { useEdits } from "./use-edits.ts";

const UnsavedChanges = ({ edits }: { edits: ReturnType<typeof useEdits> }) => {
	const { changeCount, note, setNote, isBusy, save, discard } = edits;
	return (
		<>
			<output className="grow font-semibold">{formatCount(changeCount, "change")}</output>
			<label className="flex items-center gap-2 text-sm max-sm:basis-full">
				<span className="flex-none">Note</span>
				<input
					className="input input-sm w-full sm:w-48"
					value={note}
					maxLength={textLength.stockNote}
					placeholder="For the stock history"
					autoComplete="off"
					onChange={({ target }) => setNote(target.value)}
				/>
			</label>
			<Button variant="quiet" size="sm" disabled={isBusy} onClick={discard}>
				Discard
			</Button>
			<Button variant="primary" size="sm" busy={isBusy} data-save-edits onClick={() => void save()}>
				Save
			</Button>
		</>
	);
};

function LastSave({ edits }: { edits: ReturnType<typeof useEdits> }) {
	const { lastSave, isBusy, undo } = edits;
	if (!lastSave) return null;
	const isUndone = lastSave.undoChanges === null;
	return (
		<>
			<output className="grow font-semibold">
				{formatCount(lastSave.changeCount, "change")} {isUndone ? "undone" : "saved"}
			</output>
			{!isUndone && (
				<Button size="sm" busy={isBusy} onClick={() => void undo()}>
					Undo
				</Button>
			)}
		</>
	);
}

/** A bar at the bottom of the window, shown while there are unsaved changes and after a save. */
export function EditBar({ edits }: { edits: ReturnType<typeof useEdits> }) {
	const { changeCount, lastSave, problem } = edits;
	if (changeCount === 0 && !lastSave && !problem) return null;
	return (
		<section
			aria-label="Price and stock changes"
			className="edit-bar floating-box flex flex-wrap items-center gap-x-3 gap-y-2 border-edge px-4 py-2.5 *:[.btn]:max-sm:flex-auto noscript:hidden print:hidden"
		>
			{problem && (
				<p role="alert" className="basis-full font-semibold text-error">
					{problem.message}
				</p>
			)}
			{changeCount > 0 ? <UnsavedChanges edits={edits} /> : <LastSave edits={edits} />}
		</section>
	);
}
