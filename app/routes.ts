import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** Paths are spelled as specification.md §2 spells them. */
export default [
	index("routes/storefront/home.tsx"),
	route("*", "routes/storefront/not-found.tsx"),
] satisfies RouteConfig;
