/** What only its visitor has any use for. */
const personal =
	/^\/(?:login|signup|reset-password|verify-email|link-google|dashbord|purchase)(?:\/|$)/;

/** @returns whether the page at this path is for search engines */
export const isForSearch = (pathname: string): boolean => !personal.test(pathname);
