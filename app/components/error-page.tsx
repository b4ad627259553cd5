import { Link } from "react-router";
import { Page } from "./page.tsx";

type Props = { status: number; message: string };

/** What a visitor sees when a page can not be shown: what happened, and where to go on. */
export function ErrorPage({ status, message }: Props) {
	return (
		<main id="main" tabIndex={-1}>
			<title>{`${status} – Torque Tool Depot`}</title>
			<Page title={message} width="text">
				<p>
					<Link className="link" to="/">
						Back to the shop
					</Link>
				</p>
			</Page>
		</main>
	);
}
