import type { Plugin } from "vite";

/**
 * Lets a page load only the constants of `contract` that it uses. The build cannot tell that the calls that create them, such as valibot's,
 * have no side effects, so it would keep all of a file.
 */
export const pureContract: Plugin = {
	name: "pure-contract",
	apply: "build",
	transform(source, id) {
		if (!id.startsWith(`${this.environment.config.root}/contract/`)) return null;
		let code = source;
		for (const statement of this.parse(source).body.toReversed()) {
			const declaration =
				statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
			if (declaration?.type !== "VariableDeclaration") continue;
			const init = declaration.declarations[0]?.init;
			if (init?.type !== "CallExpression" && init?.type !== "ObjectExpression") continue;
			const { start, end } = init;
			code = `${code.slice(0, start)}/* @__PURE__ */ (() => (${code.slice(start, end)}))()${code.slice(end)}`;
		}
		return { code, map: null };
	},
};
