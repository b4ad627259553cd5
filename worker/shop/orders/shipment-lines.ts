import * as v from "valibot";
import { findLineDelimiter, splitCells } from "#contract/csv.ts";
import { shipmentSchema } from "#contract/schemas/shipment.ts";

/** A line of a list of shipments. `number` is the line number in the text, starting at 1. */
export type ShipmentLine = {
	number: number;
	order: string;
	carrier: string;
	trackingNumber: string;
	/** Why the carrier or the tracking number cannot be stored; null if they can. */
	problem: string | null;
};

/** @param number - the line number, starting at 1 */
export function readShipmentLine(
	number: number,
	order: string,
	carrier: string,
	trackingNumber: string,
): ShipmentLine {
	const result = v.safeParse(shipmentSchema, { carrier, trackingNumber }, { abortPipeEarly: true });
	if (!result.success) {
		return { number, order, carrier, trackingNumber, problem: result.issues[0].message };
	}
	const { output } = result;
	const parsed = { carrier: output.carrier, trackingNumber: output.trackingNumber ?? "" };
	return { number, order, ...parsed, problem: null };
}

/** Removes quotation marks that `splitCells` keeps, because in CSV a quotation mark after a space does not start a quoted cell. */
const unquote = (cell: string) => cell.replace(/^"([^"]*)"$/, "$1");

type Columns = { order: number; carrier: number; trackingNumber: number };

const defaultColumns: Columns = { order: 0, carrier: 1, trackingNumber: 2 };

/**
 * Finds the columns by the names that shipping software gives them.
 * @returns null unless the line is a header
 */
function readHeader(cells: string[]): Columns | null {
	if (cells.some((cell) => /^#?(?=.*\d)[0-9a-z]{12,}$/i.test(cell))) return null;
	const findColumn = (pattern: RegExp, ...excluded: number[]) =>
		cells.findIndex((cell, index) => pattern.test(cell) && !excluded.includes(index));
	const trackingColumn = findColumn(/track/i);
	const order = findColumn(/\b(?:order|reference)\b/i, trackingColumn);
	if (order < 0) return null;
	const trackingNumber = trackingColumn < 0 ? findColumn(/number/i, order) : trackingColumn;
	return { order, carrier: findColumn(/carrier|service|provider/i), trackingNumber };
}

/**
 * Parses lines with an order, a carrier and a tracking number, or with an order and a tracking number only. A header line may put the
 * columns in a different order.
 */
export function parseShipmentLines(text: string): ShipmentLine[] {
	let columns: Columns | null = null;
	const lines: ShipmentLine[] = [];
	for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
		if (line.trim() === "") continue;
		const cells = splitCells(line, findLineDelimiter(line)).map(unquote);
		const header: Columns | null = columns || lines.length > 0 ? null : readHeader(cells);
		if (header) {
			columns = header;
			continue;
		}
		const hasNoCarrier = columns === null && cells.length === 2;
		const { order, carrier, trackingNumber } = columns ?? defaultColumns;
		const readCell = (column: number) => cells[column] ?? "";
		lines.push(
			hasNoCarrier
				? readShipmentLine(index + 1, readCell(0), "", readCell(1))
				: readShipmentLine(index + 1, readCell(order), readCell(carrier), readCell(trackingNumber)),
		);
	}
	return lines;
}
