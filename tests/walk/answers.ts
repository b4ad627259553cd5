import * as v from "valibot";

const refusalSchema = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }));

/** @returns what the shop says of a refused call, or the beginning of any other body */
function reasonIn(body: string): string {
	const refusal = v.safeParse(refusalSchema, body);
	return refusal.success ? refusal.output.message : body.slice(0, 200);
}

/** @returns the answer, where its status is the wanted one @throws Error that says which it was, and why */
export async function expectStatus(
	answering: Promise<Response>,
	wanted: number,
): Promise<Response> {
	const answer = await answering;
	if (answer.status === wanted) return answer;
	const { pathname } = new URL(answer.url);
	const reason = reasonIn(await answer.text());
	throw new Error(`${pathname} answered ${answer.status}, not ${wanted}: ${reason}`);
}

/** @returns the JSON of an answer of 200 @throws Error for any other */
export async function read<Schema extends v.GenericSchema>(
	schema: Schema,
	answering: Promise<Response>,
): Promise<v.InferOutput<Schema>> {
	return v.parse(schema, await (await expectStatus(answering, 200)).json());
}
