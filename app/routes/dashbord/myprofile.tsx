import { Page } from "#app/components/page.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { shopContext } from "#app/context.ts";
import { getProfile } from "#worker/shop/accounts/profile.ts";
import type { Route } from "./+types/myprofile.ts";

export const meta: Route.MetaFunction = () => [{ title: "My profile – Torque Tool Depot" }];

export const loader = ({ context }: Route.LoaderArgs) => getProfile(context.get(shopContext));

export default function MyProfile({ loaderData: { name, email } }: Route.ComponentProps) {
	return (
		<Page title="My profile" width="form" nested>
			<div className="stack">
				<Field label="Name" value={name} readOnly />
				<Field label="Email" value={email} readOnly />
			</div>
		</Page>
	);
}
