import { createRecordCounter } from "#contract/csv.ts";
import { failure } from "#contract/messages.ts";

/**
 * Reads the export to its end.
 * @param note hears how many orders have come so far
 * @throws Error with a message for the admin; an AbortError when it was cancelled
 */
export async function readExport(
	address: string,
	signal: AbortSignal,
	note: (orders: number) => void,
): Promise<Blob> {
	const answer = await fetch(address, { signal });
	const isCsv = answer.headers.get("Content-Type")?.startsWith("text/csv");
	if (!answer.ok || !isCsv || !answer.body) throw new Error(failure.unexpected);
	const [count, decoder] = [createRecordCounter(), new TextDecoder()];
	const pieces: Uint8Array<ArrayBuffer>[] = [];
	const reader = answer.body.getReader();
	for (let next = await reader.read(); !next.done; next = await reader.read()) {
		pieces.push(next.value);
		note(Math.max(0, count(decoder.decode(next.value, { stream: true })) - 1));
	}
	return new Blob(pieces, { type: "text/csv" });
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(file);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
