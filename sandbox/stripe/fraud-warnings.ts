import type { SandboxContext } from "../env.ts";
import { unixNow } from "./clock.ts";
import { emit, orderOf } from "./event-log.ts";
import { makeId } from "./ids.ts";
import { type Charge, type FraudWarning, fraudWarnings } from "./objects.ts";
import { renderFraudWarning } from "./render/dispute.ts";

/** Has the bank warn that a charge may be fraudulent (docs.stripe.com/disputes/measuring#early-fraud-warnings). */
export function createFraudWarning(context: SandboxContext, charge: Charge): FraudWarning {
	const id = makeId("issfr");
	const warning: FraudWarning = {
		id,
		charge: charge.id,
		created: unixNow(context),
		fraud_type: "unauthorized_use_of_card",
		payment_intent: charge.payment_intent,
	};
	const order = orderOf(charge);
	context.store.put(fraudWarnings, id, warning, order);
	emit(
		context,
		"radar.early_fraud_warning.created",
		renderFraudWarning(context.store, warning),
		order,
	);
	return warning;
}
