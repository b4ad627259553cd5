import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { useLocation } from "react-router";
import { formatInteger } from "#contract/numbers.ts";
import { Button } from "../button.tsx";

type Page<Row> = { rows: Row[]; hasMore: boolean };

/** Touch devices cannot hover, so the user may be about to tap at any time. */
const isInUse = (container: HTMLElement) =>
	matchMedia("(hover: none)").matches ||
	container.matches(":hover") ||
	container.contains(document.activeElement);

const isSame = <Row,>(a: Page<Row>, b: Page<Row>): boolean =>
	JSON.stringify([a.rows, a.hasMore]) === JSON.stringify([b.rows, b.hasMore]);

/** Keeps rows in place while the pointer or focus is in the table. A navigation shows new data immediately. */
export function useDeferredNewRows<Rows extends Page<{ id: string }>>(
	latest: Rows,
	container: RefObject<HTMLElement | null>,
) {
	const { key } = useLocation();
	const [displayed, setDisplayed] = useState({ page: latest, key });
	const hasNavigated = displayed.key !== key;
	const page = hasNavigated ? latest : displayed.page;
	const showNewRows = () => setDisplayed({ page: latest, key });
	if (hasNavigated) showNewRows();
	const showUnlessInUse = useEffectEvent(() => {
		if (latest === displayed.page) return;
		if (!container.current || !isInUse(container.current) || isSame(latest, displayed.page))
			showNewRows();
	});
	useLayoutEffect(() => showUnlessInUse(), [latest]);
	const isHeldBack = page !== latest && !isSame(page, latest);
	// Runs after the event, once `:hover` and `document.activeElement` are up to date.
	const release = useEffectEvent(() => void setTimeout(showUnlessInUse));
	useEffect(() => {
		const element = container.current;
		if (!isHeldBack || !element) return;
		element.addEventListener("pointerleave", release);
		element.addEventListener("focusout", release);
		return () => {
			element.removeEventListener("pointerleave", release);
			element.removeEventListener("focusout", release);
		};
	}, [isHeldBack, container]);
	const pageIds = new Set(page.rows.map(({ id }) => id));
	const newRowCount = isHeldBack ? latest.rows.filter((row) => !pageIds.has(row.id)).length : null;
	return { shownData: page, newRowCount, showNewRows };
}

/** Floats over the table's header, on phones between the search and the first row. It takes no space, so that it does not move the rows. */
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
