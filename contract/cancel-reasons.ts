/** Why an unpaid order was canceled. The keys are stored in the database; orders canceled by earlier versions have none. */
export const cancelReasons = {
	customer: {
		label: "By the customer",
		customerText: "You canceled this order. You have not been charged for it.",
	},
	admin: {
		label: "By the shop",
		customerText: "We canceled this order. You have not been charged for it.",
	},
	expired: {
		label: "Not paid in time",
		customerText:
			"This order was not paid in time, so we canceled it. You have not been charged for it.",
	},
} as const;

export type CancelReason = keyof typeof cancelReasons;
