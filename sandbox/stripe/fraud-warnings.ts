import type { SandboxContext } from "../env.ts";
import { nowSeconds } from "./clock.ts";
import { emit, getOrderId } from "./event-log.ts";
import { createId } from "./ids.ts";
import { type Charge, type FraudWarning, fraudWarnings } from "./objects.ts";
import { renderFraudWarning } from "./render/dispute.ts";

/** Creates an early fraud warning about a charge (docs.stripe.com/disputes/measuring#early-fraud-warnings). */
export function createFraudWarning(context: SandboxContext, charge: Charge): FraudWarning {
	const id = createId("issfr");
	const warning: FraudWarning = {
		id,
		charge: charge.id,
		created: nowSeconds(context),
		fraud_type: "unauthorized_use_of_card",
		payment_intent: charge.payment_intent,
	};
	const orderId = getOrderId(charge);
	context.store.put(fraudWarnings, id, warning, orderId);
	emit(
		context,
		"radar.early_fraud_warning.created",
		renderFraudWarning(context.store, warning),
		orderId,
	);
	return warning;
}
