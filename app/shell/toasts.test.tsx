import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { viewBasket } from "#contract/shop.ts";
import { DashboardToasts, showToast } from "./toasts.tsx";

test("a message of the dashboard has its link", () => {
	showToast({ kind: "success", text: "Added.", link: viewBasket });
	const html = renderToStaticMarkup(<DashboardToasts flash={null} />);
	expect(html).toContain("Added.");
	expect(html).toContain(`<a href="${viewBasket.href}" class="link">${viewBasket.label}</a>`);
});
