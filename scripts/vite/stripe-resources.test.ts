import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stripeResources, usedResources } from "./stripe-resources.ts";

const transform = (name: string) => {
	const path = `/node_modules/stripe/esm/${name}.js`;
	const { transform: run } = stripeResources;
	if (typeof run !== "function") throw new Error("The plugin has no transform.");
	return Reflect.apply(run, undefined, [readFileSync(`.${path}`, "utf8"), path]);
};

test("keeps every resource of Stripe's API that the Worker calls", () => {
	const source = globSync("worker/services/*.ts", { exclude: (path) => path.endsWith(".test.ts") })
		.map((path) => readFileSync(path, "utf8"))
		.join("\n");
	const calledNames = [...source.matchAll(/\bstripe(?:\))?\s*\.(\w+)\s*\.\w+\(/g)].map(
		([, name]) => name,
	);
	const names = new Set(calledNames.flatMap((name) => name ?? []));
	expect(names).toEqual(new Set(["balanceTransactions", "disputes", "paymentIntents", "refunds"]));
	for (const name of names) {
		expect(transform(`resources/${name.charAt(0).toUpperCase()}${name.slice(1)}`)).toBeNull();
	}
});

test("reduces a resource that the Worker does not call to an empty class or object", () => {
	expect(transform("resources/Issuing/Cards")).toMatchObject({
		code: "export class CardResource {}",
	});
	const name = "StripeEventNotificationHandler";
	const code = `export class ${name} {}\nexport class ${name}WithoutVerification {}`;
	expect(transform(name)).toMatchObject({ code });
	expect(transform("Decimal")).toMatchObject({ code: "export const Decimal = {}" });
});

test("no resource that the Worker calls uses decimals, which are removed", () => {
	for (const name of usedResources) {
		const source = readFileSync(`node_modules/stripe/esm/resources/${name}.js`, "utf8");
		expect(source).not.toMatch(/decimal|(?:request|response)Schema/i);
	}
});
