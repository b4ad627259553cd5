import type { ComponentProps, ReactNode } from "react";
import { Form } from "react-router";
import type { Refused } from "#app/answer.ts";
import { FormError } from "#app/components/form-error.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ImageUpload } from "#app/islands/image-upload.tsx";

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
