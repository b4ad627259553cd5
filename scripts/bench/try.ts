import autocannon from "autocannon";
import { prepareDatabase } from "../support/database.ts";
import { run } from "./runtime.ts";

await prepareDatabase("/tmp/bench-data");
const mode = process.argv[2]!;
const floors = await run("build/floors/server/wrangler.json", "/tmp/bench-data", mode);
const shop = await run("build/server/wrangler.json", "/tmp/bench-data", mode);
console.log(floors, shop);
const go = async (url: string) => {
	const r = await autocannon({ url, connections: 8, duration: 4 });
	console.log(
		url,
		r.requests.average,
		r.non2xx,
		r.errors,
		r.latency.p50,
		(r.throughput.average / r.requests.average) | 0,
	);
};
const targets = [
	floors.url + "/bare/hello",
	floors.url + "/bare/hello-d1",
	floors.url + "/",
	floors.url + "/products",
	floors.url + "/bare/products",
	shop.url + "/",
	shop.url + "/products?page=0&size=6",
];
for (const t of targets) {
	const r = await fetch(t);
	console.log(t, r.status, (await r.text()).slice(0, 80));
}
for (const t of targets) await go(t);
for (const t of targets) await go(t);
await floors.stop();
await shop.stop();
