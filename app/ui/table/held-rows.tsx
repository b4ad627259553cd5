import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { useLocation } from "react-router";
import { formatWhole } from "#contract/numbers.ts";
import { Button } from "../button.tsx";

type Found<Row> = { rows: Row[]; more: boolean };

const onTouch = () => matchMedia("(hover: none)").matches;

/** Somebody may be about to press something in there; a finger does not hover before it presses. */
const isInUse = (box: HTMLElement) =>
	onTouch() || box.matches(":hover") || box.contains(document.activeElement);

function isSame<Row>(one: Found<Row>, other: Found<Row>): boolean {
	return JSON.stringify([one.rows, one.more]) === JSON.stringify([other.rows, other.more]);
}

/**
 * A table that refreshes by itself must not move a row away under the pointer, or what has the focus: new rows are held back
 * until both have left the table, or the visitor asks for them. What the visitor does is shown at once.
 * @returns `fresh`: how many rows are not shown yet, null when nothing is held back; `show` shows them
 */
export function useHeldRows<Rows extends Found<{ id: string }>>(
	found: Rows,
	box: RefObject<HTMLElement | null>,
) {
	const { key } = useLocation();
	const [kept, setKept] = useState({ found, key });
	const isOwn = kept.key !== key;
	const shown = isOwn ? found : kept.found;
	if (isOwn) setKept({ found, key });
	const show = () => setKept({ found, key });
	const settle = useEffectEvent(() => {
		if (found === kept.found) return;
		if (!box.current || !isInUse(box.current) || isSame(found, kept.found)) show();
	});
	useLayoutEffect(() => settle(), [found]);
	const isHeld = shown !== found && !isSame(shown, found);
	// After the event, when `:hover` and the focus are where they went.
	const release = useEffectEvent(() => void setTimeout(settle));
	useEffect(() => {
		const element = box.current;
		if (!isHeld || !element) return;
		element.addEventListener("pointerleave", release);
		element.addEventListener("focusout", release);
		return () => {
			element.removeEventListener("pointerleave", release);
			element.removeEventListener("focusout", release);
		};
	}, [isHeld, box]);
	const known = new Set(shown.rows.map(({ id }) => id));
	const fresh = isHeld ? found.rows.filter((row) => !known.has(row.id)).length : null;
	return { shown, fresh, show };
}

/** Over the table's head, where nothing else can be pressed. It takes no room: it must not move the rows that it is about. */
export function RowsHeld({ fresh, show }: { fresh: number | null; show: () => void }) {
	return (
		<div className="sticky top-[calc(var(--header)+32px)] z-2 grid h-0 justify-center md:top-[calc(var(--header)+8px)] print:hidden">
			<output>
				{fresh !== null && (
					<span className="floating-box flex [translate:0_-28px] items-center gap-3 border-edge py-1 ps-3.5 pe-1 text-sm/normal font-semibold md:[translate:0_-4px]">
						{fresh > 0 ? `${formatWhole(fresh)} new` : "This list has changed"}
						<Button look="primary" size="sm" onClick={show}>
							Show
						</Button>
					</span>
				)}
			</output>
		</div>
	);
}
