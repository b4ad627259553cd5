import { confirmation } from "#contract/messages.ts";
import type { BulkAction } from "./bulk-bar.tsx";

const removes = { label: "Delete selected", question: confirmation.remove } as const;

/** What can be done to the selected rows of each table. */
export const orderActions: BulkAction[] = [
	{ deed: "shipOrder", label: "Ship selected", question: confirmation.shift, look: "plain" },
	{ deed: "deleteOrder", ...removes },
];

export const productActions: BulkAction[] = [{ deed: "deleteProduct", ...removes }];

export const reviewActions: BulkAction[] = [
	{ deed: "hideReview", label: "Hide selected", question: confirmation.hide, look: "plain" },
	{ deed: "showReview", label: "Show selected", question: confirmation.show, look: "plain" },
	{ deed: "deleteReview", ...removes },
];
