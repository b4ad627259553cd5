import { readFile } from "node:fs/promises";
import { cpus, loadavg, release, totalmem } from "node:os";
import * as v from "valibot";

const packageSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

const versionOf = async (name: string) =>
	v.parse(packageSchema, await readFile(`node_modules/${name}/package.json`, "utf8")).version;

/** @returns what was measured on, in one line; the load is that of the last minute before the call */
export async function describeMachine(): Promise<string> {
	const processors = cpus();
	const memory = Math.round(totalmem() / 2 ** 30);
	return [
		`${processors.length} × ${processors[0]?.model ?? "unknown processor"}`,
		`${memory} GiB`,
		`Linux ${release()}`,
		`Node ${process.versions.node}`,
		`workerd ${await versionOf("workerd")}`,
		`React Router ${await versionOf("react-router")}`,
		`load before the run ${loadavg()[0]?.toFixed(1)}`,
		new Date().toISOString().slice(0, 10),
	].join(", ");
}
