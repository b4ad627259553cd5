import * as v from "valibot";
import { readForm } from "#app/lib/form-action.ts";
import { normalizeTracking } from "#contract/carriers.ts";
import { errors, ShopError } from "#contract/errors.ts";
import { textLength } from "#contract/limits.ts";
import { success } from "#contract/messages.ts";
import { text } from "#contract/schemas/fields.ts";
import { noteSchema } from "#contract/schemas/notes.ts";
import { shipmentSchema } from "#contract/schemas/shipment.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { declineCancellation, requestCancellation } from "#worker/shop/orders/cancellation.ts";
import { deliverOrder } from "#worker/shop/orders/deliver.ts";
import { addNote, deleteNote } from "#worker/shop/orders/notes.ts";
import { emailPaymentLink } from "#worker/shop/orders/payment-links.ts";
import { requireOrder } from "#worker/shop/orders/read.ts";
import { setTracking, shipOrder } from "#worker/shop/orders/ship.ts";
import { checkOrderPayments } from "#worker/shop/payments/check-order.ts";

/** @returns the success message */
type OrderPageAction = (shop: ShopContext, id: string, form: FormData) => Promise<string>;

function readShipment(form: FormData) {
	const { carrier, trackingNumber } = readForm(form, shipmentSchema);
	return { carrier, trackingNumber: trackingNumber ?? "" };
}

const ship: OrderPageAction = async (shop, id, form) => {
	const shipment = readShipment(form);
	const shippedCount = await shipOrder(shop, id, shipment);
	// Someone else may have shipped the order with another tracking number, which must not be overwritten silently.
	const { trackingNumber } = normalizeTracking(shipment);
	if (shippedCount === 0 && (await requireOrder(shop, id)).trackingNumber !== trackingNumber) {
		throw new ShopError("already_shipped");
	}
	return success.orderShifted;
};

const saveTracking: OrderPageAction = async (shop, id, form) => {
	const shipment = readShipment(form);
	await setTracking(shop, id, shipment);
	return shipment.trackingNumber ? success.trackingSaved : success.trackingRemoved;
};

const deliver: OrderPageAction = async (shop, id) => {
	await deliverOrder(shop, id);
	return success.orderDelivered;
};

const askToCancel: OrderPageAction = async (shop, id) => {
	await requestCancellation(shop, id);
	return success.cancellationRequested;
};

const declineToCancel: OrderPageAction = async (shop, id) => {
	await declineCancellation(shop, id);
	return success.cancellationDeclined;
};

const createNote: OrderPageAction = async (shop, id, form) => {
	await addNote(shop, id, readForm(form, noteSchema).text);
	return success.noteAdded;
};

const noteIdSchema = v.object({ note: text(errors.validation_failed.message, textLength.id) });

const removeNote: OrderPageAction = async (shop, id, form) => {
	await deleteNote(shop, id, readForm(form, noteIdSchema).note);
	return success.noteDeleted;
};

const emailLink: OrderPageAction = async (shop, id) => {
	await emailPaymentLink(shop, id);
	return success.paymentLinkSent;
};

const checkPayments: OrderPageAction = async (shop, id) => {
	const changedCount = await checkOrderPayments(shop, id);
	if (changedCount === null) return success.noPaymentToCheck;
	return changedCount > 0 ? success.orderUpdated : success.orderMatchesStripe;
};

const actions = {
	ship,
	track: saveTracking,
	deliver,
	askToCancel,
	declineToCancel,
	note: createNote,
	deleteNote: removeNote,
	emailLink,
	checkPayments,
};

const taskSchema = v.object({
	task: v.picklist(
		Object.keys(actions) as (keyof typeof actions)[],
		errors.validation_failed.message,
	),
});

/** Runs the task that the submitted form names in its `task` field. */
export const runOrderPageAction: OrderPageAction = (shop, id, form) =>
	actions[readForm(form, taskSchema).task](shop, id, form);
