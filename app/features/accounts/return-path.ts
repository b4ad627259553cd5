import { loginPath } from "#contract/return-path.ts";

/** @returns the login page that leads back to `url` */
export const loginPathFrom = (url: URL): string => loginPath(url.pathname + url.search);
