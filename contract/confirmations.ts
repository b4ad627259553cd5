/** `shift` and `remove` have the wording of the contract. */
export const confirmation = {
	shift: "Are shure about shifting ?",
	deliver: "Has the order been received?",
	remove: "are you sure ? you want to delete ?",
	makeAdmin: "Make this user an admin?",
	changeRole: "Change the role of this user?",
	resetSecondFactor: "Turn off two-factor authentication for this user?",
	removePasskey: "Remove this passkey?",
	removeSubscriber: "Remove this address from the newsletter?",
	removeAddress: "Remove this address?",
	deleteMessage: "Delete this message?",
	deleteMessages: "Delete these messages?",
	deleteList: "Delete this list?",
	stopSharing: "Stop sharing this list?",
	publishProducts: "Publish these products?",
	hideReviews: "Hide these reviews from the shop?",
	showReviews: "Show these reviews to everyone?",
} as const;
