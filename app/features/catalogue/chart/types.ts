/** What the chart of sales shows of a day or a month: pieces and dollars. */
export type ChartPoint = { at: string; sell: number; revenue: number };

/** One month of `public/data.json`. */
export type ChartRecord = { month: string; sell: number; revenue: number };
