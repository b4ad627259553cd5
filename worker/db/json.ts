import * as v from "valibot";

/**
 * Creates a parser for `mapWith` that parses the JSON text of a column.
 * @throws ValiError from the parser if the JSON does not match the schema
 */
export const createJsonParser = <Schema extends v.GenericSchema>(schema: Schema) => {
	const jsonSchema = v.pipe(v.string(), v.parseJson(), schema);
	return (json: string): v.InferOutput<Schema> => v.parse(jsonSchema, json);
};

/** Parses a JSON array of IDs or tags. */
export const parseTexts = createJsonParser(v.array(v.string()));
