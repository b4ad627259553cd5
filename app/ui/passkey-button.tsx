import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";

const loadPasskeys = () => import("#app/lib/passkeys.client.ts");

type Props = { label: string; onSigned: (assertion: string) => void };

/** Prompts for a passkey. Hidden if the browser does not support passkeys, and without JavaScript. */
function PasskeyButton({ label, onSigned }: Props) {
	const [isSupported, setIsSupported] = useState(true);
	const [isBusy, setIsBusy] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	useEffect(() => {
		setIsSupported(typeof PublicKeyCredential === "function");
	}, []);
	const promptForPasskey = async () => {
		if (isBusy) return;
		setIsBusy(true);
		setProblem(null);
		try {
			const { signWithPasskey } = await loadPasskeys();
			onSigned(await signWithPasskey());
		} catch (error) {
			const { describeProblem } = await loadPasskeys();
			setProblem(describeProblem(error));
		}
		setIsBusy(false);
	};
	if (!isSupported) return null;
	return (
		<div className="noscript:hidden grid gap-2">
			<Button onClick={promptForPasskey} busy={isBusy}>
				{label}
			</Button>
			{problem && (
				<p role="alert" className="field-error">
					{problem}
				</p>
			)}
		</div>
	);
}

/** Confirms an action with a passkey. Submits the surrounding form with the passkey's signature instead of the password or code. */
export function ConfirmWithPasskey() {
	const field = useRef<HTMLInputElement>(null);
	const submit = (assertion: string) => {
		const { current } = field;
		if (!current?.form) return;
		current.value = assertion;
		// The required password field is empty.
		current.form.noValidate = true;
		const button = current.form.querySelector<HTMLButtonElement>("button[type=submit]");
		current.form.requestSubmit(button);
	};
	return (
		<>
			<input ref={field} type="hidden" name="confirm-passkey" />
			<PasskeyButton label="Use a passkey" onSigned={submit} />
		</>
	);
}
