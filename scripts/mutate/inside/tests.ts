/** Tests that call the code themselves. */
export const unitTests = "{app,worker,contract}/**/*.test.{ts,tsx}";
/** Tests of the built Worker. Left out: those that only repeat what others show, by chance or at length. */
export const workerTests =
	"tests/api/!(crash|fuzz|query-plans|backup|edge-soak|start|page-weight|seed|sandbox-pages).test.ts";

export const testFiles = [unitTests, workerTests];
