import type { FormErrors } from "#app/lib/form-action.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Field } from "#app/ui/field.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { formatDay } from "#contract/dates.ts";
import { textLength } from "#contract/limits.ts";
import { confirmation } from "#contract/messages.ts";
import type { OwnPasskey } from "#worker/shop/accounts/passkeys.ts";

const describeUse = ({ createdAt, lastUsedAt }: Pick<OwnPasskey, "createdAt" | "lastUsedAt">) =>
	[
		`Added ${formatDay(createdAt)}`,
		lastUsedAt ? `last used ${formatDay(lastUsedAt)}` : "not used yet",
	].join(", ");

type ItemProps = OwnPasskey & { errors: FormErrors | undefined };

export const PasskeyItem = ({ id, name, isSynced, errors, ...times }: ItemProps) => (
	<li className="grid gap-3 border-t border-base-300 py-4">
		<div className="flex items-start justify-between gap-4">
			<div className="grid min-w-0 gap-0.5">
				<p className="font-semibold wrap-anywhere">{name}</p>
				<p className="text-sm text-muted">{describeUse(times)}</p>
				<p className="text-sm text-muted">
					{isSynced ? "Synced to your other devices" : "Only on one device"}
				</p>
			</div>
			<ConfirmButton
				label="Remove"
				question={confirmation.removePasskey}
				fields={{ intent: "remove", id }}
			>
				<p className="font-semibold wrap-anywhere">{name}</p>
				<p>
					You won't be able to log in with it, and all your other devices are signed out. Delete it
					from your device or password manager, too.
				</p>
			</ConfirmButton>
		</div>
		<details open={errors !== undefined}>
			<summary className="link w-fit cursor-pointer text-sm">
				Rename<span className="sr-only"> {name}</span>
			</summary>
			<PostForm preventScrollReset className="mt-3 grid max-w-md gap-3">
				<input type="hidden" name="id" value={id} />
				<Field
					label="Name"
					name="name"
					defaultValue={errors?.values.name ?? name}
					maxLength={textLength.passkeyName}
					required
					error={errors?.issues[0]?.message}
				/>
				<div>
					<Button type="submit" size="sm" name="intent" value="rename">
						Save
					</Button>
				</div>
			</PostForm>
		</details>
	</li>
);
