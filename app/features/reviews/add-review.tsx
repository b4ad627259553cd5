import { shopContext } from "#app/lib/context.ts";
import { pictureFormAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useDraft } from "#app/lib/use-draft.ts";
import { useAccount } from "#app/root-data.ts";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { PictureForm, usePictureForm } from "#app/ui/picture-form.tsx";
import { success } from "#contract/messages.ts";
import { reviewSchema } from "#contract/schemas/reviews.ts";
import { listBoughtTools } from "#worker/shop/orders/list.ts";
import { addReview } from "#worker/shop/reviews/add.ts";
import type { Route } from "./+types/add-review.ts";

export const meta: Route.MetaFunction = () => pageMeta("Add Review");

export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const tools = await listBoughtTools(shop);
	const requestedId = url.searchParams.get("tool");
	const selectedId = tools.find(({ id }) => id === requestedId)?.id ?? "";
	return { tools, selectedId };
}

export const action = pictureFormAction(async (shop, form, { context }) => {
	await addReview(shop, readForm(form, reviewSchema));
	return redirectWithMessage(context, "/#reviews", success.reviewAdded);
});

type FormProps = Pick<Route.ComponentProps["loaderData"], "tools"> & {
	initialValues: Record<string, string>;
	actionData: Route.ComponentProps["actionData"];
};

function ReviewForm({ tools, initialValues, actionData }: FormProps) {
	const form = usePictureForm("review", actionData, initialValues.img);
	const tool = form.getFieldProps("toolId", initialValues.toolId);
	return (
		<PictureForm form={form} submit="Add Review">
			{(tools.length > 0 || tool.error) && (
				<SelectField
					label="Tool"
					hint="A tool's review appears on its page, as a verified purchase"
					{...tool}
				>
					<option value="">The shop in general</option>
					{tools.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
			)}
			<TextAreaField label="Review" {...form.getFieldProps("review", initialValues.review)} />
			<Field
				label="Ratings"
				placeholder="1-5"
				hint="A number from 1 to 5, such as 4.5"
				{...form.getFieldProps("ratings", initialValues.ratings)}
			/>
		</PictureForm>
	);
}

export default function AddReview({ loaderData, actionData }: Route.ComponentProps) {
	const { tools, selectedId } = loaderData;
	// The reviews of different tools have separate drafts.
	const draftName = `review ${selectedId}`;
	const { draft, save } = useDraft(useAccount()?.email ?? "", draftName, draftName);
	return (
		<Page title="Add Review" inDashboard>
			<div className="grid items-start gap-x-16 gap-y-8 *:max-w-md lg:grid-cols-[28rem_minmax(0,1fr)]">
				<div className="lg:col-start-1 lg:row-start-1" onInput={save}>
					<ReviewForm
						key={draft.initialValue}
						tools={tools}
						initialValues={{ toolId: selectedId, ...draft }}
						actionData={actionData}
					/>
				</div>
				<section
					aria-labelledby="helpful"
					className="grid gap-3 lg:col-start-2 lg:row-start-1 content-start"
				>
					<h2 id="helpful" className="text-xl">
						What helps other garages
					</h2>
					<ul className="grid list-disc gap-1 ps-5">
						<li>The work you used the tool for, and how often</li>
						<li>What was better or worse than you expected</li>
						<li>A picture of the tool in use, or of its wear</li>
					</ul>
				</section>
			</div>
		</Page>
	);
}
