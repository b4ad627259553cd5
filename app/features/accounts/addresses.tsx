import { shopContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { listDeliveryDetails } from "#contract/delivery.ts";
import { addressesMax } from "#contract/limits.ts";
import { confirmation, success } from "#contract/messages.ts";
import { addressSchema } from "#contract/schemas/addresses.ts";
import { addressesPath } from "#contract/shop.ts";
import {
	addAddress,
	deleteAddress,
	listAddresses,
	type SavedAddress,
} from "#worker/shop/accounts/addresses.ts";
import type { Route } from "./+types/addresses.ts";
import { AddressForm } from "./address-form.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Saved addresses");

export const loader = async ({ context }: Route.LoaderArgs) => ({
	addresses: await listAddresses(context.get(shopContext)),
});

/** Removes an address if the form has a `remove` field. Otherwise adds one. */
export const action = formAction(async (shop, form, { context }) => {
	const removedId = form.get("remove");
	if (typeof removedId === "string") {
		await deleteAddress(shop, removedId);
		return redirectWithMessage(context, addressesPath, success.addressRemoved);
	}
	await addAddress(shop, readForm(form, addressSchema));
	return redirectWithMessage(context, addressesPath, success.addressSaved);
});

function SavedAddressItem({ id, label, ...address }: SavedAddress) {
	const lines = listDeliveryDetails(address).join("\n");
	return (
		<li className="grid gap-3 border-t border-base-300 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
			<div className="grid gap-1 wrap-anywhere">
				<h2 className="text-lg">{label}</h2>
				<p className="whitespace-pre-line text-muted">{lines}</p>
			</div>
			<div className="flex gap-2">
				<RouterLinkButton to={`${addressesPath}/${id}`} size="sm">
					Edit<span className="sr-only"> {label}</span>
				</RouterLinkButton>
				<ConfirmButton
					label="Remove"
					question={confirmation.removeAddress}
					fields={{ remove: id }}
					variant="plain"
				>
					<p className="font-semibold">{label}</p>
					<p className="whitespace-pre-line">{lines}</p>
				</ConfirmButton>
			</div>
		</li>
	);
}

export default function Addresses({ loaderData, actionData }: Route.ComponentProps) {
	const { addresses } = loaderData;
	const isFull = addresses.length >= addressesMax;
	return (
		<Page
			title="Saved addresses"
			lead={
				addresses.length > 0
					? "At checkout, we'll preselect the address you used last."
					: "Save your shipping addresses so you can pick one at checkout."
			}
			inDashboard
			back={{ to: "/dashbord/myprofile", label: "My profile" }}
		>
			<div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_28rem]">
				{addresses.length > 0 && (
					<ul aria-label="Saved addresses" className="border-b border-base-300">
						{addresses.map((address) => (
							<SavedAddressItem key={address.id} {...address} />
						))}
					</ul>
				)}
				<Section id="add" title="Add an address" className="grid max-w-md content-start gap-4">
					{isFull ? (
						<p>You have {addressesMax} saved addresses. Remove one to save another.</p>
					) : (
						<AddressForm key={addresses[0]?.id} errors={actionData} />
					)}
				</Section>
			</div>
		</Page>
	);
}
