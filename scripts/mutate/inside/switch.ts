declare global {
	var mutationHits: Set<number> | undefined;
	var activeMutant: number | undefined;
}

const variables: Record<string, string | undefined> = globalThis.process?.env ?? {};
/** The mutant that is on in this Worker or test process; 0 for none. */
globalThis.activeMutant ??= Number(variables.MUTANT ?? 0);
if (variables.MUTANT_RECORD) globalThis.mutationHits ??= new Set();

/** @returns whether a mutant is on. Remembers the id where coverage is recorded. */
export function isOn(id: number): boolean {
	globalThis.mutationHits?.add(id);
	return id === globalThis.activeMutant;
}
