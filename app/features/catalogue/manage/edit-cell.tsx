import { type KeyboardEvent, useContext, useEffect, useId } from "react";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import type { ProductRow } from "#worker/shop/catalogue/product-table.ts";
import {
	describeConflict,
	type EditField,
	EditsContext,
	findTextError,
	getSavedText,
	isChanged,
} from "./edits.ts";

/** Moves focus to the same field of another row, or from the last row to the Save button. */
function moveFocus(input: HTMLInputElement, step: 1 | -1): void {
	const column = [
		...document.querySelectorAll<HTMLInputElement>(`input[data-edit="${input.dataset.edit}"]`),
	];
	const nextInput = column[column.indexOf(input) + step];
	if (nextInput) {
		nextInput.focus();
		nextInput.select();
	} else if (step === 1) document.querySelector<HTMLElement>("[data-save-edits]")?.focus();
}

const steps = new Map<string, 1 | -1>([
	["Enter", 1],
	["ArrowDown", 1],
	["ArrowUp", -1],
]);

/**
 * An input method, such as the one for Japanese, uses Enter and Escape while it composes text. Safari sends the last of these keys after
 * the composition, with this `keyCode` (developer.mozilla.org/docs/Web/API/Element/keydown_event).
 */
const isFromInputMethod = ({ isComposing, keyCode }: globalThis.KeyboardEvent): boolean =>
	isComposing || keyCode === 229;

function useCell(product: ProductRow, field: EditField) {
	const { drafts, errors, isBusy, setText, onRowShown, save } = useContext(EditsContext);
	useEffect(() => onRowShown(product), [product, onRowShown]);
	const draft = drafts.get(product.id);
	const draftText = draft?.texts[field];
	const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
		if (isFromInputMethod(event.nativeEvent)) return;
		const step = steps.get(event.key);
		if (event.key === "Escape") {
			if (isBusy) return;
			setText(product, field, getSavedText(draft?.base ?? product, field));
		} else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
			event.preventDefault();
			save();
		} else if (step) {
			event.preventDefault();
			moveFocus(event.currentTarget, event.shiftKey ? -1 : step);
		}
	};
	return {
		hasUnsavedEdit: draft !== undefined && isChanged(draft, field),
		isBusy,
		value: draftText ?? getSavedText(product, field),
		error:
			errors.get(`${product.id}.${field}`) ??
			(draft && (findTextError(draft, field) ?? describeConflict(product, draft, field))),
		onKeyDown,
		onChange: (next: string) => setText(product, field, next),
	};
}

const inputSettings = {
	price: {
		label: (name: string) => `Price of ${name} in US dollars`,
		inputMode: "decimal",
	},
	stock: {
		label: (name: string) => `Pieces of ${name} in stock`,
		inputMode: "numeric",
	},
} as const;

export function EditCell({ product, field }: { product: ProductRow; field: EditField }) {
	const id = useId();
	const { hasUnsavedEdit, isBusy, value, error, onKeyDown, onChange } = useCell(product, field);
	const { label, inputMode } = inputSettings[field];
	return (
		<div
			className={`ms-auto grid w-26 gap-1 whitespace-normal print:hidden ${field === "price" ? "noscript:hidden" : ""}`}
		>
			<label htmlFor={id} className="sr-only">
				{label(product.name)}
			</label>
			<input
				type="text"
				id={id}
				name={field === "stock" ? "quantity" : "price"}
				form={`stock-${product.id}`}
				data-edit={field}
				className={`input input-sm num text-end ${hasUnsavedEdit && !error ? "border-2! border-accent! font-semibold" : ""}`}
				inputMode={inputMode}
				autoComplete="off"
				readOnly={isBusy}
				value={value}
				onChange={({ target }) => onChange(target.value)}
				onKeyDown={onKeyDown}
				aria-invalid={error ? true : undefined}
				aria-describedby={error ? `${id}-error` : undefined}
			/>
			<FieldError id={id} error={error ?? undefined} />
		</div>
	);
}

/** Without JavaScript, a form saves the stock of one row. */
export const StockForm = ({
	product: { id, name, quantity, editKey },
}: {
	product: ProductRow;
}) => (
	<PostForm id={`stock-${id}`} className="hidden noscript:block" preventScrollReset>
		<input type="hidden" name="product" value={id} />
		<input type="hidden" name="shownStock" value={quantity} />
		<input type="hidden" name="editKey" value={editKey ?? ""} />
		<Button type="submit" size="sm">
			Save
			<span className="sr-only"> the stock of {name}</span>
		</Button>
	</PostForm>
);
