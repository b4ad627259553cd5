// Each mutated module imports this file, in the Worker and in unit tests.

declare global {
	var mutationHits: Set<number> | undefined;
	var activeMutant: number | undefined;
}

const variables: Record<string, string | undefined> = globalThis.process?.env ?? {};
globalThis.activeMutant ??= Number(variables.MUTANT ?? 0);
if (variables.RECORD_HITS || variables.HIT_COLLECTOR_URL) globalThis.mutationHits ??= new Set();

export function isActive(id: number): boolean {
	globalThis.mutationHits?.add(id);
	return id === globalThis.activeMutant;
}
