import { Page } from "./page.tsx";
import { LinkButton } from "./ui/button.tsx";

type Props = { status: number; message: string };

/** What a visitor sees when a page can not be shown: what happened, and where to go on. */
export function ErrorPage({ status, message }: Props) {
	return (
		<main id="main" tabIndex={-1}>
			<title>{`${status} – Torque Tool Depot`}</title>
			<Page title={message} width="text">
				<LinkButton to="/" look="primary" className="justify-self-start">
					Back to the shop
				</LinkButton>
				{status === 404 && (
					<img
						src="/pictures/not-found.svg"
						alt="404: one tool is missing from its board"
						width="800"
						height="600"
						className="rounded-md"
					/>
				)}
			</Page>
		</main>
	);
}
