import { redirect } from "react-router";
import { readForm } from "#app/answer.ts";
import { Page } from "#app/components/page.tsx";
import { Field, TextAreaField } from "#app/components/ui/field.tsx";
import { shopContext } from "#app/context.ts";
import { useImageUpload } from "#app/islands/image-upload.tsx";
import { keepForm } from "#app/keep-form.ts";
import { pageMeta } from "#app/page-meta.ts";
import { useCheckedForm } from "#app/use-checked-form.ts";
import { success } from "#contract/messages.ts";
import { reviewSchema } from "#contract/schemas/reviews.ts";
import { requireAccount } from "#worker/auth/guards.ts";
import { addReview } from "#worker/shop/reviews/add.ts";
import type { Route } from "./+types/add-review.ts";
import { PictureForm } from "./picture-form.tsx";
import { withPicture } from "./with-picture.ts";

export const meta: Route.MetaFunction = () => pageMeta("Add Review");

/** Who writes it. */
export const loader = ({ context }: Route.LoaderArgs) => ({
	email: requireAccount(context.get(shopContext)).email,
});

/** Then to the home page, which shows the newest reviews. */
export function action({ request, context }: Route.ActionArgs) {
	const shop = context.get(shopContext);
	return withPicture(request, shop, async (form) => {
		await addReview(shop, await readForm(form, reviewSchema));
		shop.visitor.flash({ kind: "success", text: success.reviewAdded });
		return redirect("/", 303);
	});
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args);

export default function AddReview({ loaderData, actionData }: Route.ComponentProps) {
	const { onSubmit, field, put, busy, problem } = useCheckedForm(reviewSchema, actionData);
	const upload = useImageUpload(actionData?.typed.img ?? null, (url) => put("img", url));
	return (
		<Page title="Add Review" width="form" nested>
			<PictureForm
				onSubmit={onSubmit}
				busy={busy}
				refused={problem}
				upload={upload}
				field={field("img")}
				submit="Add Review"
			>
				<input type="hidden" name="email" value={loaderData.email} />
				<TextAreaField label="Review" {...field("review")} />
				<Field label="Ratings" placeholder="1-5" {...field("ratings")} />
			</PictureForm>
		</Page>
	);
}
