// Makes card-payments.json of the type definitions of the `stripe` package: README.md beside it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [compiler] = process.argv.slice(2);
if (!compiler)
	throw new Error("usage: node generate.mjs <…/node_modules/typescript/lib/typescript.js>");
const { default: ts } = await import(pathToFileURL(compiler).href);

const folder = import.meta.dirname;
const typesFile = join(folder, "types.ts");
const program = ts.createProgram([typesFile], {
	module: ts.ModuleKind.NodeNext,
	moduleResolution: ts.ModuleResolutionKind.NodeNext,
	target: ts.ScriptTarget.ES2022,
	strict: true,
	skipLibCheck: true,
	types: [],
	noEmit: true,
	exactOptionalPropertyTypes: true,
});
const checker = program.getTypeChecker();
const source = program.getSourceFile(typesFile);
const definitions = {};
const names = new Map();
const { TypeFlags, SymbolFlags, IndexKind } = ts;

/** Details of payment methods other than cards: what they hold is not checked. */
const owners =
	/(PaymentMethodDetails|PaymentMethodOptions|PaymentMethodData|^PaymentMethod|PaymentMethodCreateParams|NextAction|DestinationDetails)$/;
const kept = new Set(["card", "type", "use_stripe_sdk", "redirect_to_url"]);
/** Objects that a card payment does not meet. */
const strange = new Set(["source", "setup_intent"]);
const isOpaque = (owner, name, optional) =>
	strange.has(name) ||
	(owners.test(owner) &&
		optional &&
		!kept.has(name) &&
		!/billing|metadata|radar|expand/.test(name));

/** What may be an id or, expanded, an object: which is checked by itself, as the answer of its own kind. */
const separate = { type: "object", required: ["id", "object"] };
const expandable = { anyOf: [{ type: "string" }, separate] };

function nameOf(type) {
	const symbol = type.aliasSymbol ?? type.symbol;
	const name = checker.getFullyQualifiedName(symbol).replace(/^".*?"\./, "");
	const args = (type.aliasTypeArguments ?? checker.getTypeArguments?.(type) ?? [])
		.map((each) => checker.typeToString(each))
		.join();
	return (args ? `${name}<${args}>` : name).replace(/[^A-Za-z0-9_.]/g, "_");
}

function union(types) {
	const constants = types.filter(({ flags }) => flags & TypeFlags.StringLiteral);
	// `string & {}` keeps an enumeration open for later versions; here it is closed.
	const rest = types.filter(
		(each) =>
			!constants.includes(each) && !(each.flags & TypeFlags.Undefined) && !isOpenString(each),
	);
	if (rest.some(({ flags }) => flags & TypeFlags.String) && rest.some(isInterface)) {
		const others = rest.filter((each) => !(each.flags & TypeFlags.String) && !isInterface(each));
		return { anyOf: [...expandable.anyOf, ...others.map(schemaOf)] };
	}
	const all = rest.map(schemaOf);
	if (constants.length > 0) all.unshift({ enum: constants.map(({ value }) => value) });
	else if (types.some(isOpenString)) all.unshift({ type: "string" });
	return all.length === 1 ? all[0] : { anyOf: all };
}

const isOpenString = (type) =>
	type.isIntersection() && type.types.some(({ flags }) => flags & TypeFlags.String);
const isInterface = (type) => (type.flags & TypeFlags.Object) !== 0 && !checker.isArrayType(type);

function schemaOf(type) {
	const { flags } = type;
	if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return {};
	if (flags & TypeFlags.Null) return { type: "null" };
	if (flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral)) return { const: type.value };
	if (flags & TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === "true" };
	if (flags & TypeFlags.String) return { type: "string" };
	if (flags & TypeFlags.Number) return { type: "number" };
	if (flags & TypeFlags.Boolean) return { type: "boolean" };
	if (type.isUnion()) return union(type.types);
	if (isOpenString(type)) return { type: "string" };
	if (checker.isArrayType(type)) {
		return { type: "array", items: schemaOf(checker.getTypeArguments(type)[0]) };
	}
	return flags & TypeFlags.Object ? reference(type) : {};
}

function reference(type) {
	if (!names.has(type)) {
		let name = nameOf(type);
		while (definitions[name]) name += "_";
		names.set(type, name);
		definitions[name] = {};
		definitions[name] = objectOf(type, name);
	}
	return { $ref: `#/definitions/${names.get(type)}` };
}

function objectOf(type, owner) {
	const index = checker.getIndexTypeOfType(type, IndexKind.String);
	const properties = {};
	const required = [];
	for (const property of checker.getPropertiesOfType(type)) {
		const { name } = property;
		const of = checker.getTypeOfSymbolAtLocation(property, source);
		if (of.getCallSignatures().length > 0 || name.startsWith("__")) continue;
		const optional = (property.flags & SymbolFlags.Optional) !== 0;
		const isInError = owner.endsWith("Error") && /^payment_(intent|method)$/.test(name);
		if (isInError) properties[name] = separate;
		else properties[name] = isOpaque(owner, name, optional) ? {} : schemaOf(of);
		if (!optional) required.push(name);
	}
	return {
		type: "object",
		properties,
		required,
		// What has no named field is Stripe's own affair.
		additionalProperties: index ? schemaOf(index) : Object.keys(properties).length === 0,
	};
}

function rootsOf(name) {
	const statement = source.statements.find((each) => each.name?.text === name);
	const type = checker.getTypeAtLocation(statement.name);
	return Object.fromEntries(
		checker
			.getPropertiesOfType(type)
			.map((each) => [each.name, schemaOf(checker.getTypeOfSymbolAtLocation(each, source))]),
	);
}

function versionOf(name) {
	const file = join(folder, "../../../node_modules", name, "package.json");
	return JSON.parse(readFileSync(file, "utf8")).version;
}

const schema = {
	$comment: `stripe-node ${versionOf("stripe")}, stripe-js ${versionOf("@stripe/stripe-js")} (both MIT)`,
	responses: rootsOf("Responses"),
	browserResponses: rootsOf("BrowserResponses"),
	params: rootsOf("Params"),
	definitions,
};
// An expanded object inside of an answer is checked by itself.
for (const name of ["Event.Data", "Event.Data.Object", "Event.Data.PreviousAttributes"]) {
	if (definitions[name]) definitions[name].additionalProperties = true;
}
writeFileSync(join(folder, "card-payments.json"), `${JSON.stringify(schema)}\n`);
console.log(`${Object.keys(definitions).length} definitions`);
