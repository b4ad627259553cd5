/** A quote expires by its validity, so the database has no state for it. */
export type StoredQuoteState = "new" | "answered" | "accepted" | "declined" | "withdrawn";
