import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { viewBasketLink } from "#contract/shop.ts";
import { LiveToasts, showToast } from "./live-toasts.client.tsx";

test("a toast in the dashboard shows its link", () => {
	showToast({ kind: "success", text: "Added.", link: viewBasketLink });
	const html = renderToStaticMarkup(<LiveToasts flash={null} region={{ current: null }} />);
	expect(html).toContain("Added.");
	expect(html).toContain(
		`<a href="${viewBasketLink.href}" class="link flex-none">${viewBasketLink.label}</a>`,
	);
});
