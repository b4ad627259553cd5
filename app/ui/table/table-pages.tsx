import { Link, useSearchParams } from "react-router";

type Props = {
	/** From 0. */
	page: number;
	/** Whether another page follows. */
	more: boolean;
	/** What is paged, in the plural: "orders". */
	of: string;
};

/** @returns the address of another page of the same search */
function useAddressOf(): (page: number) => { search: string } {
	const [params] = useSearchParams();
	return (page) => {
		const next = new URLSearchParams(params);
		if (page === 0) next.delete("page");
		else next.set("page", String(page));
		return { search: next.toString() };
	};
}

/**
 * The pages before and after. How many there are is not known: to count a million orders is to read them.
 */
export function TablePages({ page, more, of }: Props) {
	const addressOf = useAddressOf();
	if (page === 0 && !more) return null;
	return (
		<nav aria-label={`Pages of ${of}`} className="pager">
			{page > 0 && (
				<Link to={addressOf(page - 1)} rel="prev" prefetch="intent">
					Previous
				</Link>
			)}
			<span aria-current="page">Page {page + 1}</span>
			{more && (
				<Link to={addressOf(page + 1)} rel="next" prefetch="intent">
					Next
				</Link>
			)}
		</nav>
	);
}
