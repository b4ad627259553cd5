import { ShopError } from "#contract/errors.ts";
import type { Tried } from "#worker/db/retry.ts";

/**
 * The first row that a write has returned.
 * @param refusal what is thrown when the write touched no row
 */
export function requireRow<Row>(rows: Row[], refusal: ShopError): Row {
	const [row] = rows;
	if (row === undefined) throw refusal;
	return row;
}

/**
 * @param written the rows that a write has returned: none where an earlier attempt committed but its response was lost
 * @param refusal what is thrown when the write touched no row
 * @param isDone where a retry touched no row: whether the change is there; without it a retry counts as done
 */
export async function requireDone<Row>(
	{ result, again }: Tried<Row[]>,
	refusal: ShopError,
	isDone: () => Promise<boolean> = async () => true,
): Promise<void> {
	if (result.length > 0 || (again && (await isDone()))) return;
	throw refusal;
}

/** @returns the refusal of a write to something that is not (any more) there */
export const missing = (message: string) => new ShopError("missing", message);

/** @returns the refusal for a write that the database did not carry out */
export const notWritten = (message: string) => new ShopError("unavailable", message);
