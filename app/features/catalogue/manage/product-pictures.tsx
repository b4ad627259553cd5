import { Form } from "react-router";
import type { FormErrors } from "#app/lib/form-action.ts";
import { imageTypes } from "#app/lib/send-image.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, FormError } from "#app/ui/field.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { galleryMax } from "#contract/limits.ts";

type Props = {
	pictures: readonly string[];
	errors: FormErrors | undefined;
};

const GalleryItem = ({ src, index }: { src: string; index: number }) => (
	<li className="grid gap-2">
		<Picture src={src} alt={`Picture ${index + 1}`} sizes="200px" className="studio rounded-md" />
		<Form method="post" preventScrollReset>
			<input type="hidden" name="task" value="remove-picture" />
			<input type="hidden" name="picture" value={src} />
			<Button type="submit" size="sm" look="danger" aria-label={`Remove picture ${index + 1}`}>
				Remove
			</Button>
		</Form>
	</li>
);

export function ProductPictures({ pictures, errors }: Props) {
	const issue = errors?.issues.find(({ field }) => field === "pictures");
	return (
		<section aria-labelledby="pictures" className="stack max-w-md">
			<h2 id="pictures" className="text-2xl">
				More pictures
			</h2>
			{pictures.length > 0 && (
				<ul className="grid grid-cols-2 gap-4">
					{pictures.map((src, index) => (
						<GalleryItem key={src} src={src} index={index} />
					))}
				</ul>
			)}
			<Form method="post" encType="multipart/form-data" className="stack" preventScrollReset>
				<input type="hidden" name="task" value="add-pictures" />
				<Field
					key={pictures.length}
					label="Add pictures"
					name="pictures"
					type="file"
					accept={imageTypes.join(",")}
					hint={`Up to ${galleryMax} pictures, 5 MB per upload`}
					error={issue?.message}
					multiple
				/>
				{errors && !issue && <FormError errors={errors} />}
				<Button type="submit">Upload</Button>
			</Form>
		</section>
	);
}
