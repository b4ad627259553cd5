import type { FormErrors } from "#app/lib/form-action.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Field } from "#app/ui/field.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { textLength } from "#contract/limits.ts";
import { confirmation } from "#contract/messages.ts";
import type { OwnPasskey } from "#worker/shop/accounts/passkeys.ts";

type ItemProps = OwnPasskey & { errors: FormErrors | undefined };

export const PasskeyItem = ({ id, name, isSynced, createdAt, lastUsedAt, errors }: ItemProps) => (
	<li className="grid gap-3 border-t border-base-300 py-4">
		<div className="flex items-start justify-between gap-4">
			<div className="grid min-w-0 gap-0.5">
				<p className="font-semibold wrap-anywhere">{name}</p>
				<p className="text-sm text-muted">
					Added <LocalDay at={createdAt} />,{" "}
					{lastUsedAt ? (
						<>
							last used <LocalDay at={lastUsedAt} />
						</>
					) : (
						"not used yet"
					)}
				</p>
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
