import { shopContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Page } from "#app/ui/page.tsx";
import { success } from "#contract/messages.ts";
import { addressSchema } from "#contract/schemas/addresses.ts";
import { addressesPath } from "#contract/shop.ts";
import { requireAddress, updateAddress } from "#worker/shop/accounts/addresses.ts";
import type { Route } from "./+types/address.ts";
import { AddressForm } from "./address-form.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Edit an address");

export const loader = ({ context, params }: Route.LoaderArgs) =>
	requireAddress(context.get(shopContext), params.addressid);

export const action = formAction(async (shop, form, { context, params }: Route.ActionArgs) => {
	await updateAddress(shop, params.addressid, readForm(form, addressSchema));
	return redirectWithMessage(context, addressesPath, success.addressSaved);
});

export default function EditAddress({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<Page
			title={`Edit ${loaderData.label}`}
			lead="Orders that you've already placed keep their old address."
			width="form"
			inDashboard
			back={{ to: addressesPath, label: "Saved addresses" }}
		>
			<AddressForm address={loaderData} errors={actionData} />
		</Page>
	);
}
