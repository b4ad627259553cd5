import { useEffect, useState } from "react";
import * as v from "valibot";

const stateSchema = v.object({ formKey: v.string() });

const keptKey = () => {
	const { success, output } = v.safeParse(stateSchema, history.state);
	return success ? output.formKey : null;
};

/**
 * The key that makes one order of a form, however often it is sent. It stays with the entry of the browser's history, so
 * that who goes back to a form that was sent finds the same one; a new visit, and a form that was refused, has a new one.
 * @param fresh from the server
 * @returns the key, and what keeps it when the form is sent
 */
export function useFormKey(fresh: string): { key: string; keep: () => void } {
	const [first] = useState(fresh);
	const [kept, setKept] = useState<string | null>(null);
	useEffect(() => setKept(keptKey()), []);
	const key = fresh === first ? (kept ?? fresh) : fresh;
	const keep = () => history.replaceState({ ...history.state, formKey: key }, "");
	return { key, keep };
}
