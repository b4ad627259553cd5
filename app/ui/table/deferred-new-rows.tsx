import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { useLocation } from "react-router";
import { formatInteger } from "#contract/numbers.ts";
import { Button } from "../button.tsx";

type TableData<Row> = { rows: Row[]; hasMore: boolean };

/** Touch devices cannot hover, so the user may be about to tap at any time. */
const isInUse = (container: HTMLElement) =>
	matchMedia("(hover: none)").matches ||
	container.matches(":hover") ||
	container.contains(document.activeElement);

const isSameData = <Row,>(a: TableData<Row>, b: TableData<Row>): boolean =>
	JSON.stringify([a.rows, a.hasMore]) === JSON.stringify([b.rows, b.hasMore]);

/** Defers new rows while the pointer or focus is in the table. A navigation shows new data immediately. */
export function useDeferredNewRows<Data extends TableData<{ id: string }>>(
	latest: Data,
	container: RefObject<HTMLElement | null>,
) {
	const { key } = useLocation();
	const [lastShown, setLastShown] = useState({ data: latest, key });
	const hasNavigated = lastShown.key !== key;
	const shownData = hasNavigated ? latest : lastShown.data;
	const showNewRows = () => setLastShown({ data: latest, key });
	if (hasNavigated) showNewRows();
	const showUnlessInUse = useEffectEvent(() => {
		if (latest === lastShown.data) return;
		if (!container.current || !isInUse(container.current) || isSameData(latest, lastShown.data))
			showNewRows();
	});
	useLayoutEffect(() => showUnlessInUse(), [latest]);
	const isOutdated = shownData !== latest && !isSameData(shownData, latest);
	// Runs after the event, once `:hover` and `document.activeElement` are up to date.
	const showAfterEvent = useEffectEvent(() => void setTimeout(showUnlessInUse));
	useEffect(() => {
		const element = container.current;
		if (!isOutdated || !element) return;
		element.addEventListener("pointerleave", showAfterEvent);
		element.addEventListener("focusout", showAfterEvent);
		return () => {
			element.removeEventListener("pointerleave", showAfterEvent);
			element.removeEventListener("focusout", showAfterEvent);
		};
	}, [isOutdated, container]);
	const shownIds = new Set(shownData.rows.map(({ id }) => id));
	const newRowCount = isOutdated ? latest.rows.filter((row) => !shownIds.has(row.id)).length : null;
	return { shownData, newRowCount, showNewRows };
}

/** Floats over the table's header or, on phones, above the first row. Takes up no space, so it does not move the rows. */
export const NewRowsNotice = ({ count, onShow }: { count: number | null; onShow: () => void }) => (
	<div className="sticky top-[calc(var(--header)+32px)] z-2 grid h-0 justify-center md:top-[calc(var(--header)+8px)] print:hidden">
		<output>
			{count !== null && (
				<span className="floating-box flex [translate:0_-23px] items-center gap-3 border-edge ps-3.5 text-sm/normal font-semibold md:[translate:0_-4px] md:py-1 md:pe-1">
					{count > 0 ? `${formatInteger(count)} new` : "This list has changed"}
					<Button variant="primary" size="sm" className="max-md:h-8" onClick={onShow}>
						Show
					</Button>
				</span>
			)}
		</output>
	</div>
);
