import type { Plugin } from "vite";

/**
 * Turns React's JSX runtime into an ES module. Otherwise, the build could not import its functions by name, and each element would be
 * written as `(0,runtime.jsx)(…)` instead of `jsx(…)`.
 */
export const jsxRuntime: Plugin = {
	name: "jsx-runtime",
	apply: "build",
	load: (id) =>
		id.endsWith("/node_modules/react/jsx-runtime.js")
			? `import runtime from "./cjs/react-jsx-runtime.production.js";
				export const { Fragment, jsx, jsxs } = runtime;`
			: null,
};
