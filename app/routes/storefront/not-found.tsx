import { data } from "react-router";
import { failure } from "#contract/messages.ts";

export const handle = { static: true };

export function loader() {
	throw data({ message: failure.notFound }, 404);
}

/** Never rendered: a route without a component would answer data, not a page. */
export default function NotFound() {
	return null;
}
