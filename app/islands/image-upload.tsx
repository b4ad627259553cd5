import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react";
import { Field } from "../components/ui/field.tsx";
import { imageTypes, problemOf, sendImage } from "./image-upload-send.ts";

type State =
	| { name: "idle" }
	| { name: "sending"; percent: number }
	| { name: "failed"; message: string };

/**
 * A picture that is uploaded as soon as it is chosen.
 * @param current address of the picture so far
 * @param put takes the address of the new one into the form
 */
export function useImageUpload(current: string | null, put: (url: string) => void) {
	const [state, setState] = useState<State>({ name: "idle" });
	const [url, setUrl] = useState(current);
	const choose = async (file: File | undefined) => {
		if (!file) return;
		const message = problemOf(file);
		if (message) return setState({ name: "failed", message });
		setState({ name: "sending", percent: 0 });
		try {
			const stored = await sendImage(file, (percent) => setState({ name: "sending", percent }));
			setUrl(stored);
			put(stored);
			setState({ name: "idle" });
		} catch (error) {
			setState({ name: "failed", message: error instanceof Error ? error.message : String(error) });
		}
	};
	return { state, url, choose, busy: state.name === "sending" };
}

type Props = {
	label: string;
	upload: ReturnType<typeof useImageUpload>;
	/** The form's field that holds the address; from `useCheckedForm`. */
	field: ComponentProps<"input"> & { error: string | undefined };
};

/**
 * Without script the file itself is sent with the form, as `image`; with script its address is, and the file input
 * has no name.
 */
export function ImageUpload({ label, upload, field: { error, ...address } }: Props) {
	const { state, url, choose } = upload;
	const file = useRef<HTMLInputElement>(null);
	const [hasScript, setHasScript] = useState(false);
	const chooseEarly = useEffectEvent(() => choose(file.current?.files?.[0]));
	useEffect(() => {
		setHasScript(true);
		chooseEarly();
	}, []);
	return (
		<div className="grid gap-3">
			<Field
				ref={file}
				label={label}
				type="file"
				accept={imageTypes.join(",")}
				hint="PNG, JPEG, WebP, AVIF or GIF, at most 5 MB"
				error={state.name === "failed" ? state.message : error}
				onChange={({ target }) => choose(target.files?.[0])}
				{...(hasScript ? {} : { name: "image" })}
			/>
			<input type="hidden" {...address} />
			{state.name === "sending" && (
				<progress
					className="upload-progress"
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
