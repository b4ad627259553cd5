/** `shift` and `remove` have the wording of the contract. */
export const confirmation = {
	shift: "Are shure about shifting ?",
	deliver: "Has the order been received?",
	remove: "are you sure ? you want to delete ?",
	promote: "Make this user an admin?",
	role: "Change the role of this user?",
	secondFactor: "Turn off two-factor authentication for this user?",
	removePasskey: "Remove this passkey?",
	subscriber: "Remove this address from the newsletter?",
	address: "Remove this address?",
	message: "Delete this message?",
	messages: "Delete these messages?",
	list: "Delete this list?",
	unshare: "Stop sharing this list?",
	publish: "Publish these products?",
	hide: "Hide these reviews from the shop?",
	show: "Show these reviews to everyone?",
} as const;
