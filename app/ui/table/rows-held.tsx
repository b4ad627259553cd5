import { formatWhole } from "#contract/numbers.ts";
import { Button } from "../button.tsx";

/**
 * Says that a table has changed, and shows it when asked. Over the table's head, where nothing else can be pressed, and
 * without moving a row.
 * @param fresh rows that are not shown yet; null when nothing is held back
 */
export function RowsHeld({ fresh, show }: { fresh: number | null; show: () => void }) {
	return (
		<div className="rows-held no-print">
			<output>
				{fresh !== null && (
					<span>
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
