import type { FormErrors } from "#app/lib/form-action.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { Section } from "#app/ui/page.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { textLength } from "#contract/limits.ts";
import { confirmation } from "#contract/messages.ts";
import type { OrderNote } from "#worker/shop/orders/notes.ts";
import { getOrderFieldProps, OrderPageForm } from "./order-page-form.tsx";

const Note = ({ id, text, author, isOwn, createdAt }: OrderNote) => (
	<li className="flex items-start justify-between gap-4 border-t border-base-300 py-2">
		<div className="min-w-0">
			<p className="whitespace-pre-line">{text}</p>
			<p className="text-muted">
				<WrappableText text={author ?? "A former colleague"} />, <LocalTime at={createdAt} />
			</p>
		</div>
		{isOwn && (
			<ConfirmButton
				label="Delete"
				question={confirmation.remove}
				fields={{ task: "deleteNote", note: id }}
			>
				<p className="whitespace-pre-line">{text}</p>
			</ConfirmButton>
		)}
	</li>
);

type Props = { notes: OrderNote[]; errors: FormErrors | undefined };

/** Staff notes. The customer's order page does not show them. */
export const Notes = ({ notes, errors }: Props) => (
	<Section id="notes" title="Internal notes" className="grid max-w-text gap-3 print:hidden">
		{notes.length > 0 && (
			<ol className="grid">
				{notes.map((note) => (
					<Note key={note.id} {...note} />
				))}
			</ol>
		)}
		<OrderPageForm
			// Reset only by the user's own new note, because a colleague's note may arrive while this one is being written.
			key={notes.findLast(({ isOwn }) => isOwn)?.id}
			task="note"
			submit="Add note"
			variant="plain"
			errors={errors}
		>
			<TextAreaField
				label="New note"
				hint="Only staff see notes here, but the customer can download them as part of their data."
				maxLength={textLength.orderNote}
				{...getOrderFieldProps(errors, "text")}
			/>
		</OrderPageForm>
	</Section>
);
