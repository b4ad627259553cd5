declare global {
	var mutationHits: Set<number> | undefined;
	var activeMutant: number | undefined;
}

const variables: Record<string, string | undefined> = globalThis.process?.env ?? {};
/** The mutant that is on in this Worker or test process, 0 for none. */
globalThis.activeMutant ??= Number(variables.MUTANT ?? 0);
const hits = variables.MUTANT_RECORD === undefined ? null : new Set<number>();
globalThis.mutationHits = hits ?? undefined;

/** @returns whether a mutant is on; where coverage is recorded, none is, and that it was asked is remembered */
export function isOn(id: number): boolean {
	hits?.add(id);
	return id === globalThis.activeMutant;
}
