import { type ComponentType, createElement, type ReactNode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";

type Props = { element: HTMLElement; children?: ReactNode };

function HydratedIsland({ element, children }: Props) {
	useEffect(() => {
		element.dataset.state = "hydrated";
	}, [element]);
	return children;
}

export function hydrate<ComponentProps extends object>(
	element: HTMLElement,
	Component: ComponentType<ComponentProps>,
	props: ComponentProps,
): void {
	const identifierPrefix = `${element.dataset.island}-`;
	const content = createElement(Component, props);
	hydrateRoot(element, createElement(HydratedIsland, { element }, content), { identifierPrefix });
}
