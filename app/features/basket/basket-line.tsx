import { ToolPicture } from "#app/features/catalogue/tool-picture.tsx";
import { AccountField } from "#app/ui/account-field.tsx";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { quantityMax } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import type { BasketLine as Line } from "#worker/shop/basket/view.ts";

type ChangeProps = {
	fields: Record<string, string | number>;
	className?: string;
	children: React.ReactNode;
};

/** A form that changes the basket. With JavaScript, only the basket is reloaded, not the page (app/client/send-form.ts). */
export const ChangeForm = ({ fields, className, children }: ChangeProps) => (
	<form
		method="post"
		action="/basket"
		data-response-target="basket"
		className={className}
		noValidate
	>
		<AccountField />
		<HiddenFields fields={Object.entries(fields)} />
		{children}
	</form>
);

function QuantityForm({ line, error }: { line: Line; error: string | undefined }) {
	const { productId, quantity, name, minimum, multiple } = line;
	const id = `quantity-${productId}`;
	return (
		<ChangeForm
			fields={{ intent: "set", product: productId }}
			className="flex flex-wrap items-center gap-2"
		>
			<label htmlFor={id} className="text-sm text-muted">
				<span className="sr-only">{name}, </span>Pieces
			</label>
			<div className="w-28">
				<input
					id={id}
					className="input num"
					type="number"
					inputMode="numeric"
					name="quantity"
					min={minimum}
					max={quantityMax}
					step={multiple}
					defaultValue={quantity}
					aria-invalid={error ? true : undefined}
					aria-describedby={error ? `${id}-error` : undefined}
					data-submits
					// A quantity that the browser restores would look like an unsaved edit.
					autoComplete="off"
				/>
			</div>
			<Button type="submit" size="sm" className="hidden noscript:inline-flex">
				Update
			</Button>
			<FieldError id={id} error={error} />
		</ChangeForm>
	);
}

/** Shows the unit price, the price when the tool was added if that differs, and the next price break. */
function UnitPrice({ line }: { line: Line }) {
	const { unitCents, previousUnitCents, nextBreak } = line;
	if (unitCents === null) return null;
	return (
		<p className="num text-sm text-muted">
			{previousUnitCents !== null && (
				<>
					<span className="sr-only">was </span>
					<s>{formatCents(previousUnitCents)}</s> <span className="sr-only">now </span>
				</>
			)}
			<span className={previousUnitCents === null ? "" : "font-semibold text-accent"}>
				{formatCents(unitCents)}
			</span>{" "}
			per piece
			{nextBreak && `, ${formatCents(nextBreak[1])} from ${formatInteger(nextBreak[0])}`}
			{previousUnitCents !== null && (
				<span className="block">The price has changed since you added it.</span>
			)}
		</p>
	);
}

function Problem({ line }: { line: Line }) {
	const { productId, problem, orderableQuantity, name } = line;
	if (problem === null) return null;
	return (
		<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
			<p className="text-sm font-semibold text-error">{problem}</p>
			{orderableQuantity !== null && (
				<ChangeForm fields={{ intent: "set", product: productId, quantity: orderableQuantity }}>
					<Button type="submit" size="sm" aria-controls={`line-${productId}`}>
						Set to {formatInteger(orderableQuantity)}
						<span className="sr-only"> pieces of {name}</span>
					</Button>
				</ChangeForm>
			)}
		</div>
	);
}

export function BasketLine({ line, error }: { line: Line; error: string | undefined }) {
	const { productId, name, partNumber, img, isPublished, totalCents, quantity } = line;
	return (
		<li
			id={`line-${productId}`}
			tabIndex={-1}
			className="grid scroll-mt-20 grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-3 border-b border-base-300 py-4"
		>
			<ToolPicture img={img} width={96} />
			<div className="grid content-start gap-1 max-sm:col-span-2">
				<h2 className="[font:inherit] [letter-spacing:0] [word-spacing:0]">
					{isPublished ? (
						<a
							href={`/tools/${productId}`}
							className="font-semibold underline-offset-3 hover:underline"
						>
							{keepUnitsTogether(name)}
						</a>
					) : (
						<span className="font-semibold">{keepUnitsTogether(name)}</span>
					)}
				</h2>
				{partNumber && <p className="num text-sm text-muted">Part number {partNumber}</p>}
				<UnitPrice line={line} />
			</div>
			<p className="num text-end font-semibold max-sm:col-start-3 max-sm:row-start-2 max-sm:self-center">
				<span className="sr-only">{formatCount(quantity, "piece")}: </span>
				{totalCents === null ? "–" : formatCents(totalCents)}
			</p>
			<div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:row-start-2 sm:col-start-2">
				{isPublished && <QuantityForm key={quantity} line={line} error={error} />}
				<ChangeForm fields={{ intent: "remove", product: productId }}>
					<Button type="submit" variant="quiet" size="sm">
						Remove<span className="sr-only"> {name}</span>
					</Button>
				</ChangeForm>
			</div>
			<div className="col-span-full empty:hidden sm:col-start-2">
				<Problem line={line} />
			</div>
		</li>
	);
}
