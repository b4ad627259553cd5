import { type PlainErrorCode, ShopError } from "#contract/errors.ts";
import type { Tried } from "#worker/db/retry.ts";

/**
 * The first row that a write has returned.
 * @param code of the error that is thrown when the write touched no row
 */
export function requireRow<Row>(rows: Row[], code: PlainErrorCode): Row {
	const [row] = rows;
	if (row === undefined) throw new ShopError(code);
	return row;
}

/**
 * @param written the rows that a write has returned: none where an earlier attempt committed but its response was lost
 * @param code of the error that is thrown when the write touched no row
 * @param isDone where a retry touched no row: whether the change is there; without it a retry counts as done
 */
export async function requireDone<Row>(
	{ result, again }: Tried<Row[]>,
	code: PlainErrorCode,
	isDone: () => Promise<boolean> = async () => true,
): Promise<void> {
	if (result.length > 0 || (again && (await isDone()))) return;
	throw new ShopError(code);
}
