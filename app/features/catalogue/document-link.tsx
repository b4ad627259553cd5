import { Icon } from "#app/ui/icon.tsx";

type Props = { href: string; title: string; size: string };

/** Opens the PDF in a new tab, because some viewers have no way back to the shop. */
export const DocumentLink = ({ href, title, size }: Props) => (
	<div className="flex items-start gap-3">
		<Icon name="file-text" />
		<div className="min-w-0">
			<a
				href={href}
				type="application/pdf"
				target="_blank"
				rel="noopener"
				className="link wrap-anywhere"
			>
				{title}
				<span className="sr-only"> (opens in a new tab)</span>
			</a>
			<p className="num text-sm text-muted">PDF, {size}</p>
		</div>
	</div>
);
