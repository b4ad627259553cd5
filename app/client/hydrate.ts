import {
	type ComponentType,
	createElement,
	type ReactNode,
	useEffect,
	useLayoutEffect,
	useRef,
} from "react";
import { hydrateRoot } from "react-dom/client";

type Props = { element: HTMLElement; children?: ReactNode };

/**
 * Marks its island when React has taken it over. The focus stays where the visitor has put it: of a form with errors
 * react-hook-form focuses the first, which the document had focused by `autofocus` already.
 */
function Hydrated({ element, children }: Props) {
	const focused = useRef<Element>(null);
	useLayoutEffect(() => {
		focused.current = document.activeElement;
	}, []);
	useEffect(() => {
		const { current } = focused;
		if (current instanceof HTMLElement && current !== document.body) current.focus();
		element.dataset.state = "hydrated";
	}, [element]);
	return children;
}

/** @param props as the server has rendered them */
export function hydrate<Given extends object>(
	element: HTMLElement,
	Component: ComponentType<Given>,
	props: Given,
): void {
	const identifierPrefix = `${element.dataset.island}-`;
	const content = createElement(Component, props);
	hydrateRoot(element, createElement(Hydrated, { element }, content), { identifierPrefix });
}
