import { type ComponentProps, type SubmitEvent, useEffect, useRef } from "react";
import { Form, useLocation } from "react-router";
import { AccountField } from "./account-field.tsx";

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

type Props = Omit<ComponentProps<typeof Form>, "method"> & {
	/** For a form that is also submitted with GET: the URL must not contain the account's email. */
	omitsAccount?: boolean;
};

/** React Router's form with `method="post"` and an `AccountField`. A double click submits it only once. */
export function PostForm({ onSubmit, children, omitsAccount, ...props }: Props) {
	const allowSubmission = useSingleSubmission();
	const submit = (event: SubmitEvent<HTMLFormElement>) => {
		onSubmit?.(event);
		if (!event.defaultPrevented && !allowSubmission()) event.preventDefault();
	};
	return (
		<Form {...props} method="post" onSubmit={submit}>
			{children}
			{!omitsAccount && <AccountField />}
		</Form>
	);
}
