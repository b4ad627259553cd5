import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { ConfirmIdentityForm } from "#app/ui/confirm-identity.tsx";
import { EmptyState } from "#app/ui/feedback.tsx";
import { FormError } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { errors } from "#contract/errors.ts";
import { passkeysMax } from "#contract/limits.ts";
import { success } from "#contract/messages.ts";
import { newPasskeyFormSchema, passkeyNameSchema } from "#contract/schemas/passkeys.ts";
import {
	addPasskey,
	createRegistrationOptions,
	listPasskeys,
	removePasskey,
	renamePasskey,
} from "#worker/shop/accounts/passkeys.ts";
import type { Route } from "./+types/passkeys.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { PasskeyItem } from "./passkey-item.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Passkeys");

export const loader = async ({ context }: Route.LoaderArgs) => ({
	passkeys: await listPasskeys(context.get(shopContext)),
});

const path = "/dashbord/passkeys";

const inputSchema = v.variant(
	"intent",
	[
		v.object({ intent: v.literal("start") }),
		v.object({ intent: v.literal("add"), ...newPasskeyFormSchema.entries }),
		v.object({ intent: v.literal("rename"), id: v.string(), ...passkeyNameSchema.entries }),
		v.object({ intent: v.literal("remove"), id: v.string() }),
	],
	errors.validation_failed.message,
);

/** `start` returns the options from which the browser creates a passkey. `add` then saves the passkey. */
export const action = formAction(async (shop, form, { context }) => {
	const input = readForm(form, inputSchema);
	if (input.intent === "start") return { options: await createRegistrationOptions(shop) };
	if (input.intent === "add") {
		await addPasskey(shop, input.passkey);
		return redirectWithMessage(context, path, success.passkeyAdded);
	}
	if (input.intent === "rename") {
		await renamePasskey(shop, input.id, input.name);
		return redirectWithMessage(context, path, success.passkeyRenamed);
	}
	await removePasskey(shop, input.id);
	return redirectWithMessage(context, path, success.passkeyRemoved);
});

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
	const { passkeys } = loaderData;
	const [options, formErrors] =
		actionData && "options" in actionData
			? [actionData.options, undefined]
			: [undefined, actionData];
	const identityCheck = formErrors?.identityCheck;
	const failedRenameId = formErrors?.values.intent === "rename" ? formErrors.values.id : undefined;
	const addPasskeySection =
		passkeys.length < passkeysMax ? (
			!identityCheck && <AddPasskey options={options} />
		) : (
			<p>You've reached the limit of {passkeysMax} passkeys.</p>
		);
	return (
		<Page
			title="Passkeys"
			lead="A passkey is stored on your device or in your password manager. You log in with your fingerprint, face or screen lock, and it cannot be phished."
			width="text"
			inDashboard
			back={{ to: "/dashbord/myprofile", label: "My profile" }}
		>
			{formErrors && identityCheck && (
				<ConfirmIdentityForm
					message={formErrors.message}
					values={formErrors.values}
					identityCheck={identityCheck}
				/>
			)}
			{!identityCheck && !failedRenameId && <FormError errors={formErrors} />}
			{passkeys.length > 0 ? (
				<ul className="border-b border-base-300">
					{passkeys.map((passkey) => (
						<PasskeyItem
							key={passkey.id}
							{...passkey}
							errors={passkey.id === failedRenameId ? formErrors : undefined}
						/>
					))}
				</ul>
			) : (
				<EmptyState icon="shield-check" sentence="You have no passkeys yet.">
					{addPasskeySection}
				</EmptyState>
			)}
			{passkeys.length > 0 && addPasskeySection}
		</Page>
	);
}
