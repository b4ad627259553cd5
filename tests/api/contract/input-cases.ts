import { accountInputs } from "./account-inputs.ts";
import { contactInputs } from "./contact-inputs.ts";
import type { InputCase } from "./input-case.ts";
import { orderInputs } from "./order-inputs.ts";
import { paymentInputs } from "./payment-inputs.ts";
import { productInputs } from "./product-inputs.ts";

/** Every call with a JSON body. */
export const inputCases: InputCase[] = [
	...accountInputs,
	...contactInputs,
	...orderInputs,
	...paymentInputs,
	...productInputs,
];
