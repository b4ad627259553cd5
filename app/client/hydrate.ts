import { type ComponentType, createElement, type ReactNode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";

type Props = { element: HTMLElement; children?: ReactNode };

/** Marks its island when React has taken it over. */
function Hydrated({ element, children }: Props) {
	useEffect(() => {
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
