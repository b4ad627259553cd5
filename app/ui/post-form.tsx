import { type ComponentProps, type SubmitEvent, useEffect, useRef } from "react";
import { Form, useLocation } from "react-router";

/**
 * Returns a function that allows one submission at a time. It returns false during another submission, whose response would be lost.
 * `useNavigation` is too late for a double click, because React renders after the second click.
 */
export function useSingleSubmission(): () => boolean {
	/** Every response is a new location, even at the same URL. */
	const { key } = useLocation();
	const sentFrom = useRef<string>(null);
	useEffect(() => {
		if (sentFrom.current !== key) sentFrom.current = null;
	}, [key]);
	return () => {
		if (sentFrom.current === key) return false;
		sentFrom.current = key;
		return true;
	};
}

/** React Router's form with `method="post"`. A double click submits it only once. */
export function PostForm({ onSubmit, ...props }: Omit<ComponentProps<typeof Form>, "method">) {
	const allowSubmission = useSingleSubmission();
	const submit = (event: SubmitEvent<HTMLFormElement>) => {
		onSubmit?.(event);
		if (!event.defaultPrevented && !allowSubmission()) event.preventDefault();
	};
	return <Form {...props} method="post" onSubmit={submit} />;
}
