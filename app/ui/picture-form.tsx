import type { ComponentProps, ReactNode } from "react";
import { Form } from "react-router";
import type { Refused } from "#app/lib/answer.ts";
import { Button } from "./button.tsx";
import { FormError } from "./form-error.tsx";
import { ImageUpload } from "./image-upload.tsx";

type Props = Pick<ComponentProps<typeof ImageUpload>, "upload" | "field"> & {
	onSubmit: ComponentProps<"form">["onSubmit"];
	busy: boolean;
	refused: Refused | undefined;
	/** What the button says. */
	submit: string;
	/** The fields before the picture. */
	children: ReactNode;
};

/** A form that ends in a picture; its action is `withPicture`. It waits until the picture has been uploaded. */
export function PictureForm({ onSubmit, busy, refused, submit, children, ...picture }: Props) {
	const waits = picture.upload.busy;
	return (
		<Form
			method="post"
			encType="multipart/form-data"
			noValidate
			onSubmit={onSubmit}
			className="stack"
		>
			{children}
			<ImageUpload label="Image" {...picture} />
			<FormError refused={refused} />
			<Button type="submit" look="primary" busy={busy || waits} disabled={waits}>
				{submit}
			</Button>
		</Form>
	);
}
