import { redirect } from "react-router";
import { readForm } from "#app/lib/answer.ts";
import { shopContext } from "#app/lib/context.ts";
import { keepForm } from "#app/lib/keep-form.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useCheckedForm } from "#app/lib/use-checked-form.ts";
import { withPicture } from "#app/lib/with-picture.ts";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { useImageUpload } from "#app/ui/image-upload.tsx";
import { Page } from "#app/ui/page.tsx";
import { PictureForm } from "#app/ui/picture-form.tsx";
import { success } from "#contract/messages.ts";
import { reviewSchema } from "#contract/schemas/reviews.ts";
import { requireAccount } from "#worker/auth/guards.ts";
import { listBoughtTools } from "#worker/shop/orders/bought.ts";
import { addReview } from "#worker/shop/reviews/add.ts";
import type { Route } from "./+types/add-review.ts";

export const meta: Route.MetaFunction = () => pageMeta("Add Review");

/** Who writes it, and what of: the tools that they have bought; `?tool=` chooses one of them. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const tools = await listBoughtTools(shop);
	const asked = url.searchParams.get("tool");
	const chosen = tools.find(({ id }) => id === asked)?.id ?? "";
	return { email: requireAccount(shop).email, tools, chosen };
}

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
	const { email, tools, chosen } = loaderData;
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
				<input type="hidden" name="email" value={email} />
				{tools.length > 0 && (
					<SelectField
						label="Tool"
						hint="Your review appears on that tool's page as a verified purchase"
						{...field("toolId", chosen)}
					>
						<option value="">The shop as a whole</option>
						{tools.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</SelectField>
				)}
				<TextAreaField label="Review" {...field("review")} />
				<Field label="Ratings" placeholder="1-5" {...field("ratings")} />
			</PictureForm>
		</Page>
	);
}
