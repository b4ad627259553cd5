import {
	type ComponentProps,
	type ReactNode,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
} from "react";
import type { FieldValues } from "react-hook-form";
import type { GenericSchema } from "valibot";
import type { FormErrors } from "#app/lib/form-action.ts";
import { imageTypes, NotTaken, problemOf, sendImage } from "#app/lib/send-image.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { useValidatedForm, ValidatedForm } from "./validated-form.tsx";

type State =
	| { name: "idle" }
	| { name: "sending"; percent: number }
	/** `file`: what can be sent again; null where sending it again is of no use. */
	| { name: "failed"; message: string; file: File | null };

/**
 * A picture that is uploaded as soon as it is chosen. Choosing another one aborts the upload of the one before.
 * @param put takes the address of the new one into the form
 */
function useImageUpload(current: string | null, put: (url: string) => void) {
	const [state, setState] = useState<State>({ name: "idle" });
	const [url, setUrl] = useState(current);
	const sending = useRef<AbortController>(null);
	useEffect(() => () => sending.current?.abort(), []);
	const upload = async (file: File, signal: AbortSignal) => {
		const tell = (next: State) => signal.aborted || setState(next);
		tell({ name: "sending", percent: 0 });
		try {
			const onProgress = (percent: number) => tell({ name: "sending", percent });
			const stored = await sendImage(file, { signal, onProgress });
			if (signal.aborted) return;
			setUrl(stored);
			put(stored);
			tell({ name: "idle" });
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			tell({ name: "failed", message, file: error instanceof NotTaken ? null : file });
		}
	};
	const choose = (file: File | undefined) => {
		sending.current?.abort();
		sending.current = new AbortController();
		// React sends a choice made before hydration again, after a refused file was taken out of the input: its message stays.
		if (!file) return setState((now) => (now.name === "failed" ? now : { name: "idle" }));
		const message = problemOf(file);
		if (message) return setState({ name: "failed", message, file: null });
		return upload(file, sending.current.signal);
	};
	return { state, url, choose, busy: state.name === "sending" };
}

type Props = {
	upload: ReturnType<typeof useImageUpload>;
	field: ComponentProps<"input"> & { error: string | undefined };
};

/**
 * Without script the file itself is sent with the form, as `image`; with script its address is, and the file input
 * has no name.
 */
function ImageUpload({ upload, field: { error, ...address } }: Props) {
	const { state, url, choose } = upload;
	const file = useRef<HTMLInputElement>(null);
	const [hasScript, setHasScript] = useState(false);
	const chooseEarly = useEffectEvent(() => choose(file.current?.files?.[0]));
	useEffect(() => {
		setHasScript(true);
		chooseEarly();
	}, []);
	const failed = state.name === "failed" ? state : null;
	const retry = () => {
		file.current?.focus();
		choose(failed?.file ?? undefined);
	};
	useEffect(() => {
		// The form has not got this picture; and the same file, chosen again, would be no change.
		if (failed && file.current) file.current.value = "";
	}, [failed]);
	return (
		<div className="grid gap-3">
			<Field
				ref={file}
				label="Image"
				type="file"
				accept={imageTypes.join(",")}
				hint="PNG, JPEG, WebP, AVIF or GIF, up to 5 MB"
				error={failed ? failed.message : error}
				onChange={({ target }) => choose(target.files?.[0])}
				{...(hasScript ? {} : { name: "image" })}
			/>
			<input type="hidden" {...address} />
			{failed?.file && (
				<Button className="justify-self-start" onClick={retry}>
					Retry
				</Button>
			)}
			{state.name === "sending" && (
				<progress
					className="h-2 w-full accent-accent"
					max={100}
					value={state.percent}
					aria-label="Uploading"
				/>
			)}
			{url?.startsWith("/") && (
				<img src={url} alt="" width={96} height={96} className="studio size-24 object-contain" />
			)}
		</div>
	);
}

/** A form that ends in a picture; its action is a `pictureFormAction`. */
export function usePictureForm<Input extends { img?: string | undefined }>(
	schema: GenericSchema<Input, FieldValues>,
	submitted: FormErrors | undefined,
	current: string | null = null,
) {
	const form = useValidatedForm(schema, submitted);
	const start = submitted?.values.img ?? current;
	const upload = useImageUpload(start, (url) => form.setValue("img", url));
	const picture: Props = { upload, field: form.field("img", current) };
	return { ...form, picture };
}

type PictureFormProps = {
	form: Pick<ReturnType<typeof usePictureForm>, "onSubmit" | "busy" | "formErrors" | "picture">;
	submit: string;
	children: ReactNode;
};

/** Waits until the picture has been uploaded. */
export function PictureForm({ form, submit, children }: PictureFormProps) {
	const { picture } = form;
	return (
		<ValidatedForm
			form={form}
			submit={submit}
			encType="multipart/form-data"
			waits={picture.upload.busy}
		>
			{children}
			<ImageUpload {...picture} />
		</ValidatedForm>
	);
}
