import { type ComponentProps, type SubmitEvent, useEffect, useRef } from "react";
import { Form, useLocation } from "react-router";

/**
 * Returns a function that allows a submission unless another is in progress. A second one would be a separate request, whose response would
 * replace the first. `useNavigation` is too late for a double click: React renders some time after the submission.
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

/** React Router's form with `method="post"`, which a double click submits once. */
export function PostForm({ onSubmit, ...props }: Omit<ComponentProps<typeof Form>, "method">) {
	const allowSubmission = useSingleSubmission();
	const submit = (event: SubmitEvent<HTMLFormElement>) => {
		onSubmit?.(event);
		if (!event.defaultPrevented && !allowSubmission()) event.preventDefault();
	};
	return <Form {...props} method="post" onSubmit={submit} />;
}
