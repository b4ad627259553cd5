/** Why a submitted order form placed no order. Not in contract/messages.ts, which browsers load. */
export const nothingOrdered = {
	soldOut:
		"Nothing was ordered: this tool is out of stock now. Under “Tool details”, you can ask for an email when it's back. Your entries stay in this form, so you can confirm again then.",
	withdrawn: "Nothing was ordered: we no longer sell this tool.",
	basket: (problem: string) => `Nothing was ordered. ${problem}`,
};
