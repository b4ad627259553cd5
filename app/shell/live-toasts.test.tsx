import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { viewBasketLink } from "#contract/shop.ts";
import { LiveToasts, showToast } from "./live-toasts.client.tsx";

const renderToasts = () =>
	renderToStaticMarkup(<LiveToasts flash={null} region={{ current: null }} />);

test("a toast in the dashboard shows its link", () => {
	showToast({ kind: "success", text: "Added.", link: viewBasketLink });
	const html = renderToasts();
	expect(html).toContain("Added.");
	expect(html).toContain(
		`<a href="${viewBasketLink.href}" class="link flex-none">${viewBasketLink.label}</a>`,
	);
});

test("a line of a toast does not break in a quantity", () => {
	showToast({ kind: "success", text: "12 pieces put back into stock" });
	expect(renderToasts()).toContain(
		'<span class="whitespace-nowrap">12 pieces</span> put back into stock',
	);
});
