import { getCardFormSettings } from "#worker/services/stripe.ts";
import type { Shop } from "../context.ts";

/** @returns what the browser needs to draw the card form; null when Stripe is not set up */
export const getCardForm = ({ env }: Shop) => getCardFormSettings(env);

export type { CardFormSettings } from "#worker/services/stripe.ts";
