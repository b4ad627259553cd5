import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stripeResources, usedResources } from "./stripe-resources.ts";

const folder = "node_modules/stripe/esm";

const transform = (name: string) => {
	const { transform: run } = stripeResources;
	if (typeof run !== "function") throw new Error("The plugin has no transform.");
	const path = `${folder}/${name}.js`;
	return Reflect.apply(run, undefined, [readFileSync(path, "utf8"), `/${path}`]);
};

test("keeps exactly the resources of Stripe's API that the Worker calls", () => {
	const source = globSync("worker/services/*.ts", { exclude: (path) => path.endsWith(".test.ts") })
		.map((path) => readFileSync(path, "utf8"))
		.join("\n");
	const calls = source.matchAll(/\bstripe(?:\))?\s*\.(\w+)\s*\.\w+\(/g);
	const calledNames = new Set(Array.from(calls, ([, name]) => name));
	expect(calledNames).toEqual(new Set(usedResources));
	const { code } = transform("stripe.core");
	const names = [...code.matchAll(/this\.(\w+) = new \w+\(this\);/g)].map(([, name]) => name);
	expect(names).toEqual(usedResources);
	expect(code).not.toContain("import * as resources");
});

test("reduces the handler of API v2 events and the decimals to empty objects", () => {
	const name = "StripeEventNotificationHandler";
	const code = `export class ${name} {}\nexport class ${name}WithoutVerification {}`;
	expect(transform(name)).toMatchObject({ code });
	expect(transform("Decimal")).toMatchObject({ code: "export const Decimal = {}" });
});

test("no resource that the Worker calls uses decimals, which are removed", () => {
	for (const name of usedResources) {
		const file = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
		const source = readFileSync(`${folder}/resources/${file}.js`, "utf8");
		expect(source).not.toMatch(/decimal|(?:request|response)Schema/i);
	}
});
