import { useRef } from "react";
import { Form } from "react-router";
import type { BulkDeed } from "#contract/bulk.ts";
import { counted } from "#contract/numbers.ts";
import { Button } from "../button.tsx";
import { ConfirmButton } from "../confirm-button.tsx";
import { bulkForm, useClearWhenDone, useSelection } from "./selection.ts";

export type BulkAction = {
	deed: BulkDeed;
	/** "Ship selected" */
	label: string;
	/** From `confirmation` in contract/messages.ts. */
	question: string;
	look?: "danger" | "plain";
};

type Props = {
	/** "order" */
	noun: string;
	/** The names of all rows by id. */
	names: Map<string, string>;
	actions: BulkAction[];
};

/** Names that a question lists. */
const most = 8;

/** What is meant by a question: without script nobody can say how many. */
function Meant({ noun, names }: { noun: string; names: string[] }) {
	if (names.length === 0) return <p>All the {noun}s that you have selected.</p>;
	const more = names.length - most;
	return (
		<>
			<p className="font-semibold">{counted(names.length, noun)}:</p>
			<ul className="list-disc ps-5">
				{names.slice(0, most).map((name, index) => (
					<li key={index}>{name}</li>
				))}
				{more > 0 && <li>and {more} more</li>}
			</ul>
		</>
	);
}

/** Shown as long as a row is selected (app/styles/data-table.css): how many they are, what can be done to them. */
export function BulkBar({ noun, names, actions }: Props) {
	const form = useRef<HTMLFormElement>(null);
	const selection = useSelection();
	useClearWhenDone(form);
	const meant = [...selection].map((id) => names.get(id) ?? "").filter(Boolean);
	return (
		<div className="bulk-bar no-print">
			<Form ref={form} id={bulkForm} method="post" preventScrollReset className="hidden">
				{/* Enter in a box would press the first of the form's buttons, unasked: this one does nothing. */}
				<button type="submit" disabled hidden />
			</Form>
			<output className="font-semibold">
				{selection.size > 0 ? `${selection.size} selected` : `Selected ${noun}s`}
			</output>
			{actions.map(({ deed, label, question, look = "danger" }) => (
				<ConfirmButton
					key={deed}
					label={label}
					question={question}
					look={look}
					submits={{ form: bulkForm, name: "bulk", value: deed }}
				>
					<Meant noun={noun} names={meant} />
				</ConfirmButton>
			))}
			<Button type="reset" form={bulkForm} look="quiet" size="sm">
				Clear
			</Button>
		</div>
	);
}
