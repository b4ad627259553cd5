import { data } from "react-router";
import { failure } from "#contract/messages.ts";

export const handle = { static: true };

export function loader() {
	throw data({ message: failure.notFound }, 404);
}
