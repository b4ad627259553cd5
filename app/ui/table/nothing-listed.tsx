import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { LinkButton } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import type { IconName } from "../icon-names.ts";

type Props = {
	icon: IconName;
	/** What is listed, in the plural: "orders". */
	of: string;
	/** What `search` is the beginning of: "email"; "" where it is a whole one. */
	searched: string;
	/** Empty for everything. */
	search: string;
	/** Whether a choice beside the search leaves rows out. */
	chosen: boolean;
	/** From 0. */
	page: number;
	/** What to say where there is nothing at all. */
	children: ReactNode;
};

/** Why a table has no rows, and the way back: nothing matches, the page lies behind the last one, there is nothing. */
export function NothingListed({ icon, of, searched, search, chosen, page, children }: Props) {
	const { pathname } = useLocation();
	if (page === 0 && !search && !chosen) return children;
	const sentence =
		page > 0
			? `There are no ${of} on page ${page + 1}.`
			: chosen || !searched
				? `There are no such ${of}.`
				: `No ${searched} starts with “${search}”. Check the spelling, or try fewer letters.`;
	return (
		<EmptyState icon={(search || chosen) && page === 0 ? "search" : icon} sentence={sentence}>
			<LinkButton to={pathname}>Show all {of}</LinkButton>
		</EmptyState>
	);
}
