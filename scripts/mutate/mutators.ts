import { type ESTree, Visitor } from "vite";

type Range = { start: number; end: number };
/** Replaces an expression with `code`, or removes a statement, a property, or an item of an array or call. */
export type Change = Range & {
	shape: "expression" | "statement" | "item" | "property";
	code: string;
};

const operatorSwaps = new Map([
	["<", "<="],
	["<=", "<"],
	[">", ">="],
	[">=", ">"],
	["===", "!=="],
	["!==", "==="],
	["+", "-"],
	["-", "+"],
	["*", "/"],
]);

/** Calls in which each argument is a condition or a step. */
const conditionListCalls = new Set(["and", "or", "pipe"]);
const metadataCalls = new Set(["description", "metadata", "title", "examples"]);
/** Calls in which each option is a defense, such as a header. */
const optionCalls = new Set(["secureHeaders", "setCookie", "generateCookie", "deleteCookie"]);
const droppedMethods = new Set([
	"toLowerCase",
	"trim",
	"normalize",
	"orderBy",
	"onConflictDoNothing",
]);
const methodSwaps = new Map([
	["some", "every"],
	["every", "some"],
	["min", "max"],
	["max", "min"],
]);
const guardName = /^require(?:Account|Capability|OwnEmail)$/;

const getName = (node: ESTree.Expression | ESTree.Super): string => {
	if (node.type === "Identifier") return node.name;
	return node.type === "MemberExpression" && !node.computed && node.property.type === "Identifier"
		? node.property.name
		: "";
};

const stripParentheses = (node: ESTree.Expression): ESTree.Expression =>
	node.type === "ParenthesizedExpression" ? stripParentheses(node.expression) : node;

/** Returns whether an expression consists only of numbers, such as `2 * 60 * 1000`. */
function isNumeric(node: ESTree.Expression): boolean {
	const inner = stripParentheses(node);
	if (inner.type === "Literal") return typeof inner.value === "number";
	if (inner.type !== "BinaryExpression" || inner.left.type === "PrivateIdentifier") return false;
	return isNumeric(inner.left) && isNumeric(inner.right);
}

const isText = (node: ESTree.Expression | ESTree.PrivateInExpression["left"]): boolean =>
	node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");

const isMetadata = (node: ESTree.Argument) =>
	node.type === "CallExpression" && metadataCalls.has(getName(node.callee));

export function findChanges(program: ESTree.Program, source: string): Change[] {
	const changes: Change[] = [];
	const excluded: Range[] = [];
	const changedNumbers: Range[] = [];
	/** `throw` statements that need no mutant, because their condition has one. */
	const guardedThrows = new Set<ESTree.Statement>();
	/** Conditions that are replaced with true and with false, and need not be negated too. */
	const forcedConditions = new Set<ESTree.Expression>();
	const getText = ({ start, end }: Range) => source.slice(start, end);
	const add = ({ start, end }: Range, code: string) =>
		changes.push({ start, end, shape: "expression", code });
	const drop = ({ start, end }: Range, shape: Change["shape"]) =>
		changes.push({ start, end, shape, code: "" });
	const exclude = (node: Range) => excluded.push(node);

	function forceCondition(test: ESTree.Expression, values = ["true", "false"]) {
		if (stripParentheses(test).type === "Literal") return;
		forcedConditions.add(stripParentheses(test));
		for (const value of values) add(test, value);
	}
	function dropOptions(node: ESTree.Node | undefined) {
		if (node?.type !== "ObjectExpression") return;
		for (const property of node.properties) drop(property, "property");
	}
	function changeNumber(node: ESTree.Expression) {
		if (changedNumbers.some(({ start, end }) => start <= node.start && node.end <= end)) return;
		changedNumbers.push(node);
		// 0 and 1 are usually start values and not limits.
		if (node.type === "Literal" && (node.value === 0 || node.value === 1)) return;
		const isProduct = node.type === "BinaryExpression";
		add(node, isProduct ? `(${getText(node)}) * 2` : `${getText(node)} + 1`);
	}
	function changeCall(node: ESTree.CallExpression) {
		const name = getName(node.callee);
		const [firstArgument] = node.arguments;
		if (conditionListCalls.has(name)) {
			// The first argument of `pipe` is the schema that the others refine.
			for (const argument of name === "pipe" ? node.arguments.slice(1) : node.arguments) {
				if (!isMetadata(argument)) drop(argument, "item");
			}
		}
		if (optionCalls.has(name)) for (const argument of node.arguments) dropOptions(argument);
		if (guardName.test(name) && firstArgument) add(node, `${getText(firstArgument)}.account`);
		if (name === "where" && firstArgument) add(firstArgument, "undefined");
		if (name === "limit" && firstArgument?.type === "Identifier") add(firstArgument, "-1");
		if (node.callee.type !== "MemberExpression" || getText(node).includes("?.")) return;
		const { object } = node.callee;
		if (name === "batch" && firstArgument?.type === "ArrayExpression") {
			const emptyQuery = `${getText(object)}.all("select 1 where 0")`;
			for (const statement of firstArgument.elements) {
				if (statement && statement.type !== "SpreadElement") add(statement, emptyQuery);
			}
		}
		if (droppedMethods.has(name) && getText(object) !== "v") add(node, getText(object));
		const method = methodSwaps.get(name);
		if (method) {
			add(node, `${getText(object)}.${method}(${node.arguments.map(getText).join(", ")})`);
		}
	}

	new Visitor({
		ImportDeclaration: exclude,
		ExportAllDeclaration: exclude,
		TSTypeAnnotation: exclude,
		TSTypeAliasDeclaration: exclude,
		TSInterfaceDeclaration: exclude,
		TSTypeParameterInstantiation: exclude,
		TSTypeParameterDeclaration: exclude,
		TSAsExpression: ({ typeAnnotation }) => exclude(typeAnnotation),
		TSSatisfiesExpression: ({ typeAnnotation }) => exclude(typeAnnotation),
		JSXAttribute: ({ value }) => {
			if (value?.type === "Literal") exclude(value);
		},
		IfStatement({ test, consequent }) {
			forceCondition(test);
			// A condition that is always false removes the throw too.
			const inner = consequent.type === "BlockStatement" ? consequent.body[0] : consequent;
			if (inner?.type === "ThrowStatement") guardedThrows.add(inner);
		},
		MemberExpression({ computed, property }) {
			if (computed && property.type === "Literal") exclude(property);
		},
		ConditionalExpression: ({ test }) => forceCondition(test),
		WhileStatement: ({ test }) => forceCondition(test, ["false"]),
		ForStatement: ({ test }) => {
			if (test) forceCondition(test, ["false"]);
		},
		LogicalExpression(node) {
			if (node.operator === "??") return;
			add(node, getText(node.left));
			add(node, getText(node.right));
		},
		BinaryExpression(node) {
			if (isNumeric(node)) return changeNumber(node);
			const operator = operatorSwaps.get(node.operator);
			const isArithmetic = "+-*".includes(node.operator);
			if (forcedConditions.has(node) && node.operator.length === 3) return;
			if (!operator || (isArithmetic && (isText(node.left) || isText(node.right)))) return;
			add(node, `${getText(node.left)} ${operator} ${getText(node.right)}`);
		},
		UnaryExpression(node) {
			if (node.operator === "!" && !forcedConditions.has(node)) add(node, getText(node.argument));
		},
		CallExpression: changeCall,
		NewExpression({ callee, arguments: [first] }) {
			if (getName(callee) === "Headers") dropOptions(first);
			if (getName(callee) === "Set" && first?.type === "ArrayExpression") {
				for (const element of first.elements) if (element) drop(element, "item");
			}
		},
		Property({ key, value, computed }) {
			if (!computed) exclude(key);
			const name = key.type === "Identifier" ? key.name : "";
			if (name === "headers") dropOptions(value);
			if (name === "statements" && value.type === "ArrayExpression") {
				for (const statement of value.elements) if (statement) drop(statement, "item");
			}
		},
		ExpressionStatement(node) {
			const inner =
				node.expression.type === "AwaitExpression" ? node.expression.argument : node.expression;
			if (inner.type !== "CallExpression" && inner.type !== "ChainExpression") return;
			if (!getText(inner).startsWith("console.")) drop(node, "statement");
		},
		ThrowStatement(node) {
			if (!guardedThrows.has(node)) drop(node, "statement");
		},
		Literal(node) {
			if (typeof node.value === "boolean") add(node, String(!node.value));
			if (typeof node.value === "number") changeNumber(node);
			if (!("regex" in node) || !node.regex) return;
			const { pattern, flags } = node.regex;
			if (pattern.startsWith("^")) add(node, `/${pattern.slice(1)}/${flags}`);
			if (/[^\\]\$$/.test(pattern)) add(node, `/${pattern.slice(0, -1)}/${flags}`);
		},
	}).visit(program);

	return changes.filter(
		({ start, end }) => !excluded.some((range) => range.start <= start && end <= range.end),
	);
}
