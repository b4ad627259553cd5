import { type CategorySlug, categories } from "#contract/categories.ts";
import { toolsPath } from "#contract/schemas/tools-query.ts";

type Props = { slugs: CategorySlug[]; className: string };

export const CategoryRow = ({ slugs, className }: Props) => (
	<nav aria-label="Categories" className={`flex items-center gap-2 ${className}`}>
		<a href="/tools" className="chip">
			All tools
		</a>
		{slugs.map((category) => (
			<a key={category} href={toolsPath({ category })} className="chip">
				{categories[category]}
			</a>
		))}
	</nav>
);
