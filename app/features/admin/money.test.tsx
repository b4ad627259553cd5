import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import Money from "./money.tsx";

const entry = {
	id: "txn_1",
	at: new Date("2026-11-01"),
	kind: "payment",
	orderId: null,
	otherOrderCount: 0,
	reference: "pi_1",
	stripeCents: 500,
	feeCents: 30,
	booksCents: 500,
};

function renderMoney(isTruncated: boolean): string {
	const money = {
		from: "2026-11-01",
		to: "2026-11-30",
		isTruncated,
		months: [],
		sums: [],
		count: 2,
		entries: [entry],
		differences: [],
	};
	const Stub = createRoutesStub([{ id: "money", path: "/", Component: Money }]);
	return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { money } }} />);
}

test("offers the CSV unless Stripe has more transactions than are read: its export would be an error", () => {
	const page = renderMoney(false);
	expect(page).toContain("Export as CSV");
	expect(page).toContain("The CSV has all of them.");
	const truncatedPage = renderMoney(true);
	expect(truncatedPage).toContain("Choose a shorter period.");
	expect(truncatedPage).not.toContain("CSV");
});
