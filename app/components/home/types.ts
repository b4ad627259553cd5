/** A review as the home page shows it; `ratings` is text and shown as it is. */
export type ReviewSummary = {
	id: string;
	review: string;
	ratings: string;
	name: string;
	img: string;
};

/** One month of `public/data.json`. */
export type ChartRecord = { month: string; sell: number; revenue: number };
