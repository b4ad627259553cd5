import { useState } from "react";
import { useNavigation } from "react-router";
import type { FormErrors } from "#app/lib/form-action.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { errorAt, Field, FormError, TextAreaField } from "#app/ui/field.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { quoteTextMax, textLength } from "#contract/limits.ts";
import type { UnmatchedQuoteLine } from "#worker/shop/quotes/match-lines.ts";
import { formatTotal, type OfferLine, readOfferLines, readValues } from "./offer-lines.ts";

export type OfferDraft = {
	lines: OfferLine[];
	/** Lines that do not match exactly one tool. They stay in the field to be corrected. */
	unmatched: UnmatchedQuoteLine[];
	validUntil: string;
	note: string;
	revision: string;
};

type LineProps = { line: OfferLine; index: number; errors: FormErrors | undefined };

function Line({ line, index, errors }: LineProps) {
	const { productId, name, hint, quantity, price } = line;
	const getError = (field: string) => errorAt(errors, `lines.${index}.${field}`);
	return (
		<li className="grid grid-cols-2 gap-x-4 gap-y-2 border-t border-base-300 py-4 sm:grid-cols-[minmax(0,1fr)_7rem_8rem]">
			<input type="hidden" name={`product.${index}`} value={productId} />
			<input type="hidden" name={`name.${index}`} value={name} />
			<input type="hidden" name={`hint.${index}`} value={hint} />
			<div className="grid content-start gap-1 max-sm:col-span-2">
				<p className="font-semibold">{keepUnitsTogether(name)}</p>
				<p className="num text-sm text-muted">{hint}</p>
				{getError("toolId") && <p className="field-error">{getError("toolId")}</p>}
				<label className="flex items-center gap-2 py-1">
					<input type="checkbox" className="checkbox" name={`remove.${index}`} value="1" />
					<span>
						Remove<span className="sr-only"> {name}</span>
					</span>
				</label>
			</div>
			<Field
				label="Pieces"
				name={`quantity.${index}`}
				inputMode="numeric"
				autoComplete="off"
				defaultValue={quantity}
				error={getError("quantity")}
			/>
			<Field
				label="$ per piece"
				name={`price.${index}`}
				inputMode="decimal"
				autoComplete="off"
				defaultValue={price}
				error={getError("price")}
			/>
		</li>
	);
}

type Props = {
	/** Submitted with the form, so that a rejected form is not remounted. */
	formKey: string;
	draft: OfferDraft;
	isAnswered: boolean;
	errors: FormErrors | undefined;
	/** The button that submitted the tools to add, or null if no tools have just been added. */
	submittedWith: "send" | "update" | null;
};

const notSentMessages = {
	added: "Not sent yet. The tools were added. Check their prices, then send the quote.",
	unmatched: "Not sent yet. Correct the tools that were not found, or clear the field.",
};

/** Only the server validates this form. "Add and update lines" adds the typed tools and shows the form again, without sending the quote. */
export function OfferForm({ formKey, draft, isAnswered, errors, submittedWith }: Props) {
	const { lines, unmatched, validUntil, note, revision } = draft;
	const pendingTask = useNavigation().formData?.get("task");
	const [total, setTotal] = useState(formatTotal(lines));
	return (
		<PostForm
			preventScrollReset
			className="stack"
			onInput={({ currentTarget }) =>
				setTotal(formatTotal(readOfferLines(readValues(new FormData(currentTarget)))))
			}
		>
			<input type="hidden" name="formKey" value={formKey} />
			<input type="hidden" name="revision" value={revision} />
			{lines.length > 0 && (
				<>
					<ul aria-label="Offer lines" className="border-b border-base-300">
						{lines.map((line, index) => (
							<Line key={line.productId} line={line} index={index} errors={errors} />
						))}
					</ul>
					<p className="flex justify-between gap-4 font-semibold">
						Total <span className="num">{total}</span>
					</p>
				</>
			)}
			{unmatched.length > 0 && (
				<Alert>
					<p>These lines match no tool, or several. Correct or delete them below:</p>
					<ul className="list-disc ps-5">
						{unmatched.map(({ text, choices }) => (
							<li key={text}>
								{text}
								{choices.length > 0 && <> – did you mean {choices.join(" or ")}?</>}
							</li>
						))}
					</ul>
				</Alert>
			)}
			<TextAreaField
				label={lines.length > 0 ? "Add tools" : "Tools"}
				hint="One per line: part number or name, then the quantity. Price breaks are applied."
				name="add"
				rows={3}
				maxLength={quoteTextMax}
				defaultValue={unmatched.map(({ text }) => text).join("\n")}
				autoFocus={submittedWith === "update"}
				autoComplete="off"
				error={errorAt(errors, "lines")}
			/>
			<Button
				type="submit"
				name="task"
				value="update"
				busy={pendingTask === "update"}
				className="justify-self-start"
			>
				Add and update lines
			</Button>
			<Field
				label="Valid until"
				hint="Until the end of this day in every time zone"
				type="date"
				name="validUntil"
				defaultValue={validUntil}
				error={errorAt(errors, "validUntil")}
			/>
			<TextAreaField
				label="Note to the customer (optional)"
				name="note"
				rows={3}
				maxLength={textLength.quoteMessage}
				defaultValue={note}
				error={errorAt(errors, "note")}
			/>
			<FormError errors={errors} />
			{submittedWith === "send" && (
				<p role="alert" className="field-error">
					{unmatched.length > 0 ? notSentMessages.unmatched : notSentMessages.added}
				</p>
			)}
			<Button
				type="submit"
				name="task"
				value="send"
				variant="primary"
				busy={pendingTask === "send"}
				// The form is remounted after tools are added and after a conflict.
				autoFocus={submittedWith === "send" || errors?.issues.length === 0}
			>
				{isAnswered ? "Send updated quote" : "Send quote"}
			</Button>
		</PostForm>
	);
}
