import type { ReactNode } from "react";

/** A hairline box for one form or one record. */
export function Card({ className = "", children }: { className?: string; children: ReactNode }) {
	return (
		<div className={`rounded-md border border-base-300 p-6 ${className}`.trim()}>{children}</div>
	);
}
