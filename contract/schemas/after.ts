import * as v from "valibot";
import { invalid } from "../messages.ts";

/** The last row of a list of the calls: the list that follows begins after it. */
export type Place = { createdAt: Date; id: string };

const placePattern = /^(\d{1,15})\.([\w-]{1,128})$/;

/** @returns a place as it stands in an address: "<milliseconds since 1970>.<id>" */
export const writePlace = ({ createdAt, id }: Place): string => `${createdAt.getTime()}.${id}`;

function readPlace(text: string): Place {
	const [, moment = "", id = ""] = placePattern.exec(text) ?? [];
	return { createdAt: new Date(Number(moment)), id };
}

/** The query of a list that may have more rows than one answer holds. */
export const afterSchema = v.object({
	after: v.optional(
		v.pipe(
			v.string(),
			v.regex(placePattern, invalid.after),
			v.transform(readPlace),
			v.description("from the Link header of the list before"),
		),
	),
});
