import { type PlainErrorCode, ShopError } from "#contract/errors.ts";

/**
 * The first row that a write has returned.
 * @param code of the error that is thrown when the write touched no row
 */
export function requireRow<Row>(rows: Row[], code: PlainErrorCode): Row {
	const [row] = rows;
	if (row === undefined) throw new ShopError(code);
	return row;
}
