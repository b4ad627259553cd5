import { useEffect } from "react";
import { Link, useFetcher } from "react-router";
import { useIsHydrating } from "#app/lib/use-is-hydrating.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { type ImportKind, importKinds } from "#contract/imports.ts";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import type { Import } from "#worker/shop/imports/read.ts";

export type ImportView = Omit<Import, "runKey" | "userId" | "actor">;

/** Applies the next rows until all are done. Several open pages can do this at the same time, because each row is applied only once. */
function useApplyRemainingRows({ id, state, position }: ImportView) {
	const { submit, state: fetcherState, data } = useFetcher<unknown>();
	const isIdle = fetcherState === "idle";
	useEffect(() => {
		if (state !== "applying" || !isIdle || data !== undefined) return;
		void submit(
			{ task: "apply", script: "1" },
			{ method: "post", action: `/dashbord/import/${id}` },
		);
	}, [id, state, position, isIdle, data, submit]);
}

function ImportProgress({ importView }: { importView: ImportView }) {
	useApplyRemainingRows(importView);
	const { position, rows, applied, skipped } = importView;
	return (
		<div className="grid max-w-text gap-3">
			<p role="status" className="num">
				{formatInteger(position)} of {formatCount(rows, "row")} done: {formatInteger(applied)}{" "}
				applied, {formatInteger(skipped)} skipped
			</p>
			<progress
				className="h-2 w-full accent-accent [border:revert]"
				max={rows}
				value={position}
				aria-label="Rows done"
			/>
			<p className="text-sm text-muted">
				If you leave this page, the import resumes in the background within five minutes.
			</p>
			<div className="flex flex-wrap gap-2">
				<PostForm className="hidden noscript:block">
					<Button type="submit" name="task" value="apply">
						Continue
					</Button>
				</PostForm>
				<StopButton applied={applied} />
			</div>
		</div>
	);
}

const StopButton = ({ applied }: { applied: number }) => (
	<ConfirmButton
		label="Stop"
		confirmLabel="Stop the import"
		question="Stop this import?"
		fields={{ task: "cancel" }}
		variant="plain"
		size="md"
	>
		<p>Changes that have been applied are kept: {formatInteger(applied)} so far.</p>
	</ConfirmButton>
);

const DiscardButton = () => (
	<ConfirmButton
		label="Discard"
		question="Discard this file?"
		fields={{ task: "cancel" }}
		variant="plain"
		size="md"
	>
		<p>Nothing has been changed yet.</p>
	</ConfirmButton>
);

const describeChanges = ({ added, changed }: ImportView): string =>
	[
		changed > 0 && `change ${formatCount(changed, "product")}`,
		added > 0 && `add ${formatCount(added, "product")}`,
	]
		.filter(Boolean)
		.join(" and ");

function ApplyForm({ importView }: { importView: ImportView }) {
	const hasScript = !useIsHydrating();
	const { added, changed, errors, unmatched, checkKey } = importView;
	const changeCount = added + changed;
	if (changeCount === 0) {
		return (
			<>
				<Alert tone={errors > 0 ? "error" : "info"}>
					{errors > 0
						? "No row can be applied. Correct the columns below and check again, or upload a corrected file."
						: "The file doesn't change anything."}
				</Alert>
				<div>
					<DiscardButton />
				</div>
			</>
		);
	}
	const skippedTexts = [
		errors > 0 && `${formatCount(errors, "row")} with errors`,
		unmatched > 0 && `${formatCount(unmatched, "part number")} not in the shop`,
	].filter(Boolean);
	return (
		<>
			<p className="max-w-text">
				The file would {describeChanges(importView)}.
				{skippedTexts.length > 0 && ` Skipped: ${skippedTexts.join(", ")}.`}
			</p>
			<div className="flex flex-wrap gap-2">
				<PostForm className="contents">
					<input type="hidden" name="check" value={checkKey} />
					{hasScript && <input type="hidden" name="script" value="1" />}
					{added > 0 && (
						<label className="mb-1 flex basis-full items-center gap-2">
							<input type="checkbox" name="drafts" className="checkbox" />
							Add new products as drafts
						</label>
					)}
					<Button type="submit" variant="primary" name="task" value="apply">
						Apply {formatCount(changeCount, "change")}
					</Button>
				</PostForm>
				<DiscardButton />
			</div>
		</>
	);
}

function ImportResult({ importView }: { importView: ImportView }) {
	const { state, applied, skipped } = importView;
	const skippedText = skipped > 0 && ` ${formatCount(skipped, "row")} skipped: see why below.`;
	return (
		<>
			<Alert tone={state === "done" ? "success" : "info"}>
				{state === "done" ? "Imported: " : "Canceled: "}
				{formatCount(applied, "change")} applied.{skippedText}
			</Alert>
			<div>
				<RouterLinkButton to="/dashbord/import">Import another file</RouterLinkButton>
			</div>
		</>
	);
}

const CheckAgainForm = () => (
	<>
		<Alert>The check of this file was interrupted or is still running.</Alert>
		<div className="flex flex-wrap gap-2">
			<PostForm>
				<Button type="submit" variant="primary" name="task" value="check">
					Check the file again
				</Button>
			</PostForm>
			<DiscardButton />
		</div>
	</>
);

/** Counts the rows of each kind, with links to them. */
function RowCounts({ importView }: { importView: ImportView }) {
	const counts: [ImportKind, number][] = [
		["error", importView.errors],
		["skipped", importView.skipped],
		["new", importView.added],
		["changed", importView.changed],
		["unmatched", importView.unmatched],
		["unchanged", importView.unchanged],
	];
	return (
		<ul
			aria-label="Rows"
			className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-base-300 bg-base-300 sm:grid-cols-3 xl:grid-cols-6"
		>
			{counts.map(([kind, count]) => (
				<li key={kind} className="bg-base-100">
					<Link
						to={{ search: `?kind=${kind}` }}
						preventScrollReset
						className={`grid gap-1 p-3 ${kind === "error" && count > 0 ? "text-error" : ""}`}
					>
						<span className="num text-2xl font-semibold">{formatInteger(count)}</span>
						<span className="text-sm">{importKinds[kind]}</span>
					</Link>
				</li>
			))}
		</ul>
	);
}

export function ImportSummary({ importView }: { importView: ImportView }) {
	const { state } = importView;
	return (
		<div className="grid gap-4">
			{state === "checking" && <CheckAgainForm />}
			{state === "ready" && <ApplyForm importView={importView} />}
			{state === "applying" && <ImportProgress importView={importView} />}
			{(state === "done" || state === "canceled") && <ImportResult importView={importView} />}
			{importView.rows > 0 && <RowCounts importView={importView} />}
		</div>
	);
}
