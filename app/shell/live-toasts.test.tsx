import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { viewBasket } from "#contract/shop.ts";
import { LiveToasts, showToast } from "./live-toasts.client.tsx";

test("a message of the dashboard has its link", () => {
	showToast({ kind: "success", text: "Added.", link: viewBasket });
	const html = renderToStaticMarkup(<LiveToasts flash={null} region={{ current: null }} />);
	expect(html).toContain("Added.");
	expect(html).toContain(
		`<a href="${viewBasket.href}" class="link flex-none">${viewBasket.label}</a>`,
	);
});
