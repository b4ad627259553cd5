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

/** Keeps the focus where it is: react-hook-form moves it to the first invalid field, but the visitor may have moved on before hydration. */
function HydratedIsland({ element, children }: Props) {
	const focusedElement = useRef<Element>(null);
	useLayoutEffect(() => {
		focusedElement.current = document.activeElement;
	}, []);
	useEffect(() => {
		const { current } = focusedElement;
		if (current instanceof HTMLElement && current !== document.body) current.focus();
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
