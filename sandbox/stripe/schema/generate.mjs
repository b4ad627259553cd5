// Generates card-payments.json from the type definitions of the `stripe` package: see README.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [compilerPath] = process.argv.slice(2);
if (!compilerPath)
	throw new Error("usage: node generate.mjs <…/node_modules/typescript/lib/typescript.js>");
const { default: ts } = await import(pathToFileURL(compilerPath).href);

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
const definitionNames = new Map();
const { TypeFlags, SymbolFlags, IndexKind } = ts;

/** Types with a field for each payment method. Only the fields of cards and Link are described. */
const paymentMethodTypes =
	/(PaymentMethodDetails|PaymentMethodOptions|PaymentMethodData|^PaymentMethod|PaymentMethodCreateParams|NextAction|DestinationDetails)$/;
const describedFields = new Set(["card", "link", "type", "use_stripe_sdk", "redirect_to_url"]);
/** Fields that card payments do not use. */
const unusedFields = new Set(["source", "setup_intent"]);
/** Returns whether a field may have any value in the schema. */
const isOpaque = (owner, name, isOptional) =>
	unusedFields.has(name) ||
	(paymentMethodTypes.test(owner) &&
		isOptional &&
		!describedFields.has(name) &&
		!/billing|metadata|radar|expand/.test(name));

/** An object within a response. Tests check it separately, by the schema of its `object`. */
const nestedObject = { type: "object", required: ["id", "object"] };
/** An id or the expanded object. */
const expandable = { anyOf: [{ type: "string" }, nestedObject] };

function getName(type) {
	const symbol = type.aliasSymbol ?? type.symbol;
	const name = checker.getFullyQualifiedName(symbol).replace(/^".*?"\./, "");
	const typeArguments = (type.aliasTypeArguments ?? checker.getTypeArguments?.(type) ?? [])
		.map((argument) => checker.typeToString(argument))
		.join();
	return (typeArguments ? `${name}<${typeArguments}>` : name).replace(/[^A-Za-z0-9_.]/g, "_");
}

function toUnionSchema(types) {
	const literals = types.filter(({ flags }) => flags & TypeFlags.StringLiteral);
	// In the SDK's types, `string & {}` leaves an enumeration open for later versions. The schema closes it.
	const rest = types.filter(
		(type) =>
			!literals.includes(type) && !(type.flags & TypeFlags.Undefined) && !isOpenString(type),
	);
	if (rest.some(({ flags }) => flags & TypeFlags.String) && rest.some(isInterface)) {
		const others = rest.filter((type) => !(type.flags & TypeFlags.String) && !isInterface(type));
		return { anyOf: [...expandable.anyOf, ...others.map(getSchema)] };
	}
	const schemas = rest.map(getSchema);
	if (literals.length > 0) schemas.unshift({ enum: literals.map(({ value }) => value) });
	else if (types.some(isOpenString)) schemas.unshift({ type: "string" });
	return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
}

const isOpenString = (type) =>
	type.isIntersection() && type.types.some(({ flags }) => flags & TypeFlags.String);
const isInterface = (type) => (type.flags & TypeFlags.Object) !== 0 && !checker.isArrayType(type);

function getSchema(type) {
	const { flags } = type;
	if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return {};
	if (flags & TypeFlags.Null) return { type: "null" };
	if (flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral)) return { const: type.value };
	if (flags & TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === "true" };
	if (flags & TypeFlags.String) return { type: "string" };
	if (flags & TypeFlags.Number) return { type: "number" };
	if (flags & TypeFlags.Boolean) return { type: "boolean" };
	if (type.isUnion()) return toUnionSchema(type.types);
	if (isOpenString(type)) return { type: "string" };
	if (checker.isArrayType(type)) {
		return { type: "array", items: getSchema(checker.getTypeArguments(type)[0]) };
	}
	return flags & TypeFlags.Object ? toReference(type) : {};
}

function toReference(type) {
	if (!definitionNames.has(type)) {
		let name = getName(type);
		while (definitions[name]) name += "_";
		definitionNames.set(type, name);
		definitions[name] = {};
		definitions[name] = toObjectSchema(type, name);
	}
	return { $ref: `#/definitions/${definitionNames.get(type)}` };
}

function toObjectSchema(type, owner) {
	const index = checker.getIndexTypeOfType(type, IndexKind.String);
	const properties = {};
	const required = [];
	for (const property of checker.getPropertiesOfType(type)) {
		const { name } = property;
		const propertyType = checker.getTypeOfSymbolAtLocation(property, source);
		if (propertyType.getCallSignatures().length > 0 || name.startsWith("__")) continue;
		const isOptional = (property.flags & SymbolFlags.Optional) !== 0;
		const isInError = owner.endsWith("Error") && /^payment_(intent|method)$/.test(name);
		if (isInError) properties[name] = nestedObject;
		else properties[name] = isOpaque(owner, name, isOptional) ? {} : getSchema(propertyType);
		if (!isOptional) required.push(name);
	}
	return {
		type: "object",
		properties,
		required,
		// A type without named fields allows any field.
		additionalProperties: index ? getSchema(index) : Object.keys(properties).length === 0,
	};
}

/** Returns the schema of each property of an interface in types.ts. */
function getSchemas(name) {
	const statement = source.statements.find((candidate) => candidate.name?.text === name);
	const type = checker.getTypeAtLocation(statement.name);
	return Object.fromEntries(
		checker
			.getPropertiesOfType(type)
			.map((property) => [
				property.name,
				getSchema(checker.getTypeOfSymbolAtLocation(property, source)),
			]),
	);
}

function getVersion(name) {
	const file = join(folder, "../../../node_modules", name, "package.json");
	return JSON.parse(readFileSync(file, "utf8")).version;
}

const schema = {
	$comment: `stripe-node ${getVersion("stripe")}, stripe-js ${getVersion("@stripe/stripe-js")} (both MIT)`,
	responses: getSchemas("Responses"),
	browserResponses: getSchemas("BrowserResponses"),
	params: getSchemas("Params"),
	definitions,
};
// Tests check the object in an event separately.
for (const name of ["Event.Data", "Event.Data.Object", "Event.Data.PreviousAttributes"]) {
	if (definitions[name]) definitions[name].additionalProperties = true;
}
writeFileSync(join(folder, "card-payments.json"), `${JSON.stringify(schema)}\n`);
console.log(`${Object.keys(definitions).length} definitions`);
