/** A review as the home page shows it; `ratings` is text and shown as it is. */
export type ReviewSummary = {
	id: string;
	review: string;
	ratings: string;
	name: string;
	img: string;
};

/** What the chart of sales shows of a day or a month: pieces and dollars. */
export type ChartPoint = { at: string; sell: number; revenue: number };

/** One month of `public/data.json`. */
export type ChartRecord = { month: string; sell: number; revenue: number };
