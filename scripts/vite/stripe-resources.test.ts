import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stripeResources } from "./stripe-resources.ts";

const transform = (name: string) => {
	const path = `/node_modules/stripe/esm/${name}.js`;
	const { transform: run } = stripeResources;
	if (typeof run !== "function") throw new Error("The plugin has no transform.");
	return Reflect.apply(run, undefined, [readFileSync(`.${path}`, "utf8"), path]);
};

test("every part of Stripe's API that the Worker calls is in its build", () => {
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

test("a part that the Worker does not call is reduced to an empty class", () => {
	expect(transform("resources/Issuing/Cards")).toMatchObject({
		code: "export class CardResource {}",
	});
	const name = "StripeEventNotificationHandler";
	const code = `export class ${name} {}\nexport class ${name}WithoutVerification {}`;
	expect(transform(name)).toMatchObject({ code });
});
