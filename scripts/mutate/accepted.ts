/**
 * Mutants that no test has to notice, and why. Key: as the run prints it. An entry that no mutant has any more, or that a
 * test does notice, fails the run.
 */
export const accepted: Record<string, string> = {};
