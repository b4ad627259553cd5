import { useEffect, useState } from "react";
import * as v from "valibot";
import { suggestionLeast } from "#contract/limits.ts";
import { type Suggestion, suggestionAnswer } from "#contract/schemas/finding.ts";

const answerSchema = v.array(suggestionAnswer);
/** Milliseconds without a key before the shop is asked. */
const pause = 120;

/** @throws when the shop can not be reached, or has been asked for something else meanwhile */
async function ask(q: string, signal: AbortSignal): Promise<Suggestion[]> {
	const answer = await fetch(`/suggestions?${new URLSearchParams({ q })}`, { signal });
	return v.parse(answerSchema, await answer.json());
}

/** @returns the tools that match what is typed; none before they come, and none where they can not be had */
export function useSuggestions(typed: string): Suggestion[] {
	const [suggestions, setSuggestions] = useState<Suggestion[]>([]);
	const q = typed.trim().toLowerCase();
	useEffect(() => {
		const aborted = new AbortController();
		const { signal } = aborted;
		const show = (found: Suggestion[]) => !signal.aborted && setSuggestions(found);
		const timer = setTimeout(async () => {
			if (q.length < suggestionLeast) return show([]);
			ask(q, signal).then(show, () => show([]));
		}, pause);
		return () => {
			clearTimeout(timer);
			aborted.abort();
		};
	}, [q]);
	return suggestions;
}
