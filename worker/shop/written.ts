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
 * @param written the rows that a write has returned: none where an earlier try of it was carried out unheard
 * @param refusal what is thrown when the write was tried once and touched no row
 */
export function requireDone<Row>({ result, again }: Tried<Row[]>, refusal: ShopError): void {
	if (!again) requireRow(result, refusal);
}

/** @returns the refusal of a write to something that is not (any more) there */
export const missing = (message: string) => new ShopError("missing", message);

/** @returns the refusal for a write that the database did not carry out */
export const notWritten = (message: string) => new ShopError("unavailable", message);
