import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { FormErrors } from "#app/lib/form-action.ts";
import { getFileTypeError, sendImage, UploadRejected } from "#app/lib/send-image.client.ts";
import { formatFileSize, imageMaxBytes, imageTypes } from "#contract/limits.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { useValidatedForm, ValidatedForm } from "./validated-form.tsx";

type State =
	| { name: "idle" }
	| { name: "sending"; percent: number }
	/** The `file` to retry; null if another attempt would fail, too. */
	| { name: "failed"; message: string; file: File | null };

function useImageUpload(initialUrl: string | null) {
	const [state, setState] = useState<State>({ name: "idle" });
	const [url, setUrl] = useState(initialUrl);
	const controller = useRef<AbortController>(null);
	useEffect(() => () => controller.current?.abort(), []);
	const upload = async (file: File, signal: AbortSignal) => {
		const update = (next: State) => signal.aborted || setState(next);
		update({ name: "sending", percent: 0 });
		try {
			const onProgress = (percent: number) => update({ name: "sending", percent });
			const newUrl = await sendImage(file, { signal, onProgress });
			if (signal.aborted) return;
			setUrl(newUrl);
			update({ name: "idle" });
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			update({ name: "failed", message, file: error instanceof UploadRejected ? null : file });
		}
	};
	const choose = (file: File | undefined) => {
		controller.current?.abort();
		controller.current = new AbortController();
		// React replays a change event from before hydration. If that file was rejected and removed, keep the message.
		if (!file) return setState((state) => (state.name === "failed" ? state : { name: "idle" }));
		const message = getFileTypeError(file);
		if (message) return setState({ name: "failed", message, file: null });
		return upload(file, controller.current.signal);
	};
	return { state, url, choose, busy: state.name === "sending" };
}

type Props = {
	upload: ReturnType<typeof useImageUpload>;
	error: string | undefined;
};

/** Without JavaScript the file is submitted as `image`. With it, the file is uploaded first and its URL submitted as `img`. */
function ImageUpload({ upload, error }: Props) {
	const { state, url, choose } = upload;
	const fileField = useRef<HTMLInputElement>(null);
	const urlField = useRef<HTMLInputElement>(null);
	const [isHydrated, setIsHydrated] = useState(false);
	const uploadEarlyChoice = useEffectEvent(() => choose(fileField.current?.files?.[0]));
	useEffect(() => {
		setIsHydrated(true);
		uploadEarlyChoice();
	}, []);
	const failure = state.name === "failed" ? state : null;
	const retry = () => {
		fileField.current?.focus();
		choose(failure?.file ?? undefined);
	};
	useEffect(() => {
		// Otherwise the form would submit the file, and choosing the same file again would not fire `change`.
		if (failure && fileField.current) fileField.current.value = "";
	}, [failure]);
	useEffect(() => {
		// Repeats the form's check. React fires no event when it sets a value.
		if (url !== null) urlField.current?.dispatchEvent(new Event("input"));
	}, [url]);
	return (
		<div className="grid gap-3">
			<Field
				ref={fileField}
				label="Image"
				type="file"
				accept={imageTypes.join(",")}
				hint={`PNG, JPEG, WebP, AVIF or GIF, up to ${formatFileSize(imageMaxBytes)}`}
				error={failure ? failure.message : error}
				onChange={({ target }) => choose(target.files?.[0])}
				{...(isHydrated ? {} : { name: "image" })}
			/>
			<input ref={urlField} type="hidden" name="img" value={url ?? ""} />
			{failure?.file && (
				<Button className="justify-self-start" onClick={retry}>
					Retry
				</Button>
			)}
			{state.name === "sending" && (
				<progress
					className="h-2 w-full accent-accent [border:revert]"
					max={100}
					value={state.percent}
					aria-label="Uploading"
				/>
			)}
			{url?.startsWith("/") && (
				<img
					src={url}
					alt=""
					width={96}
					height={96}
					className="studio-surface size-24 object-contain"
				/>
			)}
		</div>
	);
}

/** `useValidatedForm` for a form with an image upload. Its action is a `pictureFormAction`. */
export function usePictureForm<Name extends "product" | "profile" | "review">(
	schema: Name,
	serverErrors: FormErrors | undefined,
	initialUrl: string | null = null,
) {
	const form = useValidatedForm(schema, serverErrors);
	const upload = useImageUpload(serverErrors?.values.img ?? initialUrl);
	const picture: Props = { upload, error: form.getFieldProps("img").error };
	return { ...form, picture };
}

type PictureFormProps = {
	form: Pick<ReturnType<typeof usePictureForm>, "formProps" | "busy" | "formErrors" | "picture">;
	submit: string;
	children: ReactNode;
};

export function PictureForm({ form, submit, children }: PictureFormProps) {
	return (
		<ValidatedForm
			form={form}
			submit={submit}
			encType="multipart/form-data"
			isUploading={form.picture.upload.busy}
		>
			{children}
			<ImageUpload {...form.picture} />
		</ValidatedForm>
	);
}
