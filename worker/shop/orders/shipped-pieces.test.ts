import { expect, test, vi } from "vitest";
import { orderEmails } from "#worker/db/schema.ts";
import { createRefundFixture } from "../../../tests/model/refund-fixture.ts";
import { createLocalOutbox } from "../../../tests/support/local-outbox.ts";
import { withEnv } from "../../../tests/support/local-shop.ts";
import { sweepOrderEmails } from "../emails/send-order-emails.ts";
import { getOrderPayment } from "../payments/read.ts";
import { getPackingLists } from "./packing.ts";
import { requireOrder } from "./read.ts";
import { getOrdersPage } from "./search.ts";
import { setTracking, shipOrder } from "./ship.ts";
import { shipMany } from "./ship-many.ts";
import { readShipmentLine } from "./shipment-lines.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

type RefundFixture = Awaited<ReturnType<typeof createRefundFixture>>;

test("shipping emails and reprinted packing slips state how many pieces were shipped, even if some are refunded later", async () => {
	const fixture = await createRefundFixture();
	const { sandbox, sentEmails } = createLocalOutbox();
	const context = withEnv(fixture.adminContext, { SANDBOX: sandbox });
	await fixture.db.delete(orderEmails);
	await fixture.refund({ pieces: 1 });
	await shipOrder(context, fixture.orderId);
	await fixture.refund({ pieces: 2 });
	await setTracking(context, fixture.orderId, {
		carrier: "UPS",
		trackingNumber: "1Z999AA10123456784",
	});
	await sweepOrderEmails(context, new Date());
	expect(sentEmails.map(({ subject }) => subject.replace(/^.*: /, ""))).toEqual(
		Array(2).fill(expect.stringMatching(/^3 of 4 × /)),
	);
	for (const { text } of sentEmails) expect(text).toContain("Pieces: 3 of 4\n");
	const { slips } = await getPackingLists(context, [fixture.orderId]);
	expect(slips).toMatchObject([{ pieces: 3 }]);
});

test.each([
	["shipOrder", (fixture: RefundFixture) => shipOrder(fixture.adminContext, fixture.orderId)],
	[
		"shipMany",
		(fixture: RefundFixture) =>
			shipMany(fixture.adminContext, [readShipmentLine(1, fixture.orderId, "", "")]),
	],
])(
	"pages count the pieces that %s shipped, even if the refund of the other pieces fails after the shipment",
	async (_, ship) => {
		const fixture = await createRefundFixture();
		const { adminContext, orderId } = fixture;
		const readPieces = async () => {
			const payment = await getOrderPayment(
				adminContext,
				await requireOrder(adminContext, orderId),
			);
			const { rows } = await getOrdersPage(adminContext, {
				search: "",
				by: "email",
				sort: "newest",
				page: 0,
			});
			const { slips } = await getPackingLists(adminContext, [orderId]);
			return [payment?.shippedPieces, rows[0]?.shippedPieces, slips[0]?.pieces];
		};
		const { refundId } = await fixture.refund({ pieces: 1 });
		expect(await readPieces(), "to ship").toEqual([3, 3, 3]);
		await ship(fixture);
		expect(await readPieces()).toEqual([3, 3, 3]);
		await fixture.stripe.settleRefund(refundId ?? "", "failed");
		await fixture.deliverWebhooks();
		expect(await readPieces(), "after the refund failed").toEqual([3, 3, 3]);
		expect(await fixture.getRefundable()).toMatchObject({ piecesLeft: 4 });
	},
);
