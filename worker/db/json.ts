import * as v from "valibot";

/**
 * Returns a decoder of JSON that a query builds, for `mapWith`.
 * @throws ValiError from the decoder if the JSON does not match the schema
 */
export const parseJsonAs = <Schema extends v.GenericSchema>(schema: Schema) => {
	const jsonSchema = v.pipe(v.string(), v.parseJson(), schema);
	return (json: string): v.InferOutput<Schema> => v.parse(jsonSchema, json);
};

/** Decodes a JSON array of ids or tags. */
export const parseTexts = parseJsonAs(v.array(v.string()));
