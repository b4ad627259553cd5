import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { WorkerOptions } from "../../scripts/runtime/workers.ts";
import { fullCostPrefix, scryptCostDivisor } from "./full-cost-passwords.ts";

const moduleName = "crypto-with-reduced-scrypt.js";
const moduleText = `import { scrypt as scryptAtFullCost } from "node:crypto";
export * from "node:crypto";
export const scrypt = (password, salt, keyBytes, options, callback) => {
	const divisor = password.startsWith("${fullCostPrefix}") ? 1 : ${scryptCostDivisor};
	const cost = options.cost / divisor;
	scryptAtFullCost(password, salt, keyBytes, { ...options, cost }, callback);
};`;

/** Reduces scrypt's cost in the built shop as `reduce-scrypt-cost.ts` does in Node. Otherwise, a quarter of its CPU time would be scrypt. */
export function reduceWorkerScryptCost(worker: WorkerOptions): WorkerOptions {
	if (!("modules" in worker) || !Array.isArray(worker.modules))
		throw new Error("The Worker has no list of modules.");
	const modules = worker.modules.flatMap((module) => {
		const text = readFileSync(module.path, "utf8");
		const contents = text.replace(/\bfrom ?"node:crypto"/, `from"./${moduleName}"`);
		if (contents === text) return [module];
		const path = join(dirname(module.path), moduleName);
		return [
			{ ...module, contents },
			{ type: "ESModule" as const, path, contents: moduleText },
		];
	});
	if (modules.length !== worker.modules.length + 1)
		throw new Error("Not exactly one module of the Worker imports node:crypto.");
	return { ...worker, modules };
}
