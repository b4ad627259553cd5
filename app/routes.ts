import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** Paths are spelled as specification.md §2 spells them. */
export default [
	index("routes/storefront/home.tsx"),
	route("dashbord", "routes/dashbord/layout.tsx", [
		index("routes/dashbord/myprofile.tsx", { id: "dashbord" }),
		route("myprofile", "routes/dashbord/myprofile.tsx"),
		route("myorders", "routes/dashbord/myorders.tsx"),
		route("orders/:orderid", "routes/dashbord/order.tsx"),
		route("invoice/:orderid", "routes/dashbord/invoice.tsx"),
		route("payment/:orderid", "routes/dashbord/payment.tsx"),
		route("addreview", "routes/dashbord/add-review.tsx"),
		route("manageAllorders", "routes/dashbord/manage-all-orders.tsx"),
		route("addproducts", "routes/dashbord/add-products.tsx"),
		route("updateproducts/:productId", "routes/dashbord/update-products.tsx"),
		route("makeAdmin", "routes/dashbord/make-admin.tsx"),
		route("manageProducts", "routes/dashbord/manage-products.tsx"),
		route("manageReview", "routes/dashbord/manage-review.tsx"),
		route("overview", "routes/dashbord/overview.tsx"),
		route("audit", "routes/dashbord/audit.tsx"),
	]),
	route("tools", "routes/storefront/tools.tsx"),
	route("purchase/:id", "routes/storefront/purchase.tsx"),
	route("blogs", "routes/storefront/blogs.tsx"),
	route("accessibility", "routes/storefront/accessibility.tsx"),
	route("docs", "routes/storefront/docs.tsx"),
	route("potfolio", "routes/storefront/potfolio.tsx"),
	route("login", "routes/account/login.tsx"),
	route("signup", "routes/account/signup.tsx"),
	route("reset-password", "routes/account/reset-password.tsx"),
	route("*", "routes/storefront/not-found.tsx"),
] satisfies RouteConfig;
