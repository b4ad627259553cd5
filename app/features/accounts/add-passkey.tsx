import { useCallback, useEffect, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import type { createRegistrationOptions } from "#worker/shop/accounts/passkeys.ts";

type Options = Awaited<ReturnType<typeof createRegistrationOptions>>;

const loadPasskeys = () => import("#app/lib/passkeys.client.ts");

/** Creates a passkey and submits it. `problem` says why the browser did not create one. */
function useNewPasskey() {
	const submit = useSubmit();
	const [problem, setProblem] = useState<string | null>(null);
	const create = useCallback(
		async (options: Options) => {
			setProblem(null);
			try {
				const { createPasskey } = await loadPasskeys();
				await submit({ intent: "add", passkey: await createPasskey(options) }, { method: "post" });
			} catch (error) {
				const { describeProblem } = await loadPasskeys();
				setProblem(describeProblem(error));
			}
		},
		[submit],
	);
	return { create, problem };
}

/** The first request fetches the creation options. The browser then prompts the user. */
export function AddPasskey({ options }: { options: Options | undefined }) {
	const { create, problem } = useNewPasskey();
	const [isSupported, setIsSupported] = useState(true);
	const isBusy = useNavigation().state !== "idle";
	useEffect(() => setIsSupported(typeof PublicKeyCredential === "function"), []);
	useEffect(() => {
		if (options) create(options);
	}, [options, create]);
	if (!isSupported) {
		return (
			<p>
				This browser doesn't support passkeys. Open this page in another browser, or on your phone.
			</p>
		);
	}
	return (
		<>
			<PostForm className="noscript:hidden grid justify-items-start gap-2">
				<Button type="submit" variant="primary" name="intent" value="start" busy={isBusy}>
					Add a passkey
				</Button>
				{problem && (
					<p role="alert" className="field-error">
						{problem}
					</p>
				)}
			</PostForm>
			<p className="hidden noscript:block">Turn on JavaScript to add a passkey.</p>
		</>
	);
}
