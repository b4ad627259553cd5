import { Page } from "./page.tsx";
import { Picture } from "./picture.tsx";
import { LinkButton } from "./ui/button.tsx";

type Props = {
	status: number;
	message: string;
	/** Id of the request, which whoever asks for help can name; null where none is known. */
	reference: string | null;
	pathname: string;
};

/** Path of the page that failed → the list that its record stands in, or stood in. */
const lists = [
	{ under: "/dashbord/payment/", to: "/dashbord/myorders", label: "My Orders" },
	{ under: "/dashbord/updateproducts/", to: "/dashbord/manageProducts", label: "Manage Products" },
	{ under: "/tools/", to: "/tools", label: "See all tools" },
	{ under: "/purchase/", to: "/tools", label: "See all tools" },
	{ under: "/", to: "/", label: "Back to the shop" },
];

/** What a visitor sees when a page can not be shown: what happened, and where to go on. */
export function ErrorPage({ status, message, reference, pathname }: Props) {
	const next = lists.find(({ under }) => pathname.startsWith(under));
	return (
		<main id="main" tabIndex={-1}>
			<Page title={message} width="text">
				{next && (
					<LinkButton to={next.to} look="primary" className="justify-self-start">
						{next.label}
					</LinkButton>
				)}
				{status === 404 && (
					<Picture
						src="/pictures/not-found-800.webp"
						alt="404: the 10 mm socket is missing from its set"
						sizes="(min-width: 48rem) 650px, 100vw"
						className="rounded-md"
					/>
				)}
				{reference && (
					<p className="text-sm text-muted">
						Reference: <span className="break-words">{reference}</span>
					</p>
				)}
			</Page>
		</main>
	);
}
