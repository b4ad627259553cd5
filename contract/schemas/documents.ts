import * as v from "valibot";
import { documentsMax, textLength } from "../limits.ts";
import { invalid, requiredMessages } from "../messages.ts";
import { text } from "./fields.ts";

export const documentKey = v.pipe(
	v.string(invalid.documentOrder),
	v.regex(/^[0-9a-f]{64}\.pdf$/, invalid.documentOrder),
);

/** worker/shop/images/document.ts checks the bytes of the file. */
export const documentTitleSchema = v.object({
	title: v.pipe(
		text(requiredMessages.documentTitle, textLength.documentTitle),
		v.transform((title) => title.replace(/\s+/g, " ")),
	),
});

export const documentOrderSchema = v.object({
	documents: v.pipe(
		v.array(documentKey, invalid.documentOrder),
		v.minLength(1, invalid.documentOrder),
		v.maxLength(documentsMax, invalid.documents),
		v.checkItems((key, index, all) => all.indexOf(key) === index, invalid.documentOrder),
	),
});
