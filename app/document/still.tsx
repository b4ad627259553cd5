import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** @returns whether this is the first rendering of a page that came from the server */
export const useIsHydrating = () =>
	useSyncExternalStore(
		subscribe,
		() => false,
		() => true,
	);

type Part = () => ReactNode;

/** On the server: how a part becomes HTML (app/document/render-document.tsx). Null in the browser. */
export const StillMarkup = createContext<((part: Part) => string) | null>(null);

/** Its identity must not change: React writes the HTML again when it gets another object. */
const asItCame = { __html: "" };

function InBrowser({ of: Part }: { of: Part }) {
	const isHydrating = useIsHydrating();
	const [cameFromServer] = useState(isHydrating);
	if (cameFromServer) return <div suppressHydrationWarning dangerouslySetInnerHTML={asItCame} />;
	return (
		<div>
			<Part />
		</div>
	);
}

/**
 * A part that is the same for everyone at all times. The server renders it once in an isolate; the browser leaves the
 * server's HTML as it is, and renders the part itself only after a client navigation.
 * @param of plain elements: no state, no effects, no context, no `<Link>`
 */
export function Still({ of: part }: { of: Part }) {
	const render = useContext(StillMarkup);
	if (!render) return <InBrowser of={part} />;
	return <div dangerouslySetInnerHTML={{ __html: render(part) }} />;
}
