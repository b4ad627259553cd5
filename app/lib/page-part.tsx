import { createContext, type ReactNode, Suspense, useContext } from "react";

/** False while the server looks for the error of a page (app/entry.server.tsx). */
export const PartsContext = createContext(true);

/** A part of a page of the dashboard that React hydrates by itself: the first tap hydrates its own part at once, not the entire page. */
export const PagePart = ({ children }: { children: ReactNode }) =>
	useContext(PartsContext) ? <Suspense>{children}</Suspense> : children;
