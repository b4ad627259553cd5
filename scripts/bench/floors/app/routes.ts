import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
	index("routes/plain.tsx"),
	route("products", "routes/products.tsx"),
] satisfies RouteConfig;
