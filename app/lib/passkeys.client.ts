import { unavailable } from "#contract/error-table/requests.ts";
import { hasMessage } from "./has-message.ts";

/*
 * Asks the browser for passkeys (WebAuthn Level 3). `parseCreationOptionsFromJSON` and `toJSON` would convert the bytes, but Safari before 18.4
 * and Chrome before 129 do not have them.
 */

/** Whether the browser has passkeys and can read the public key of a new one. False on pages without HTTPS. */
export const canUsePasskeys = (): boolean =>
	typeof PublicKeyCredential === "function" &&
	"getPublicKey" in AuthenticatorAttestationResponse.prototype;

const fromBase64Url = (text: string) =>
	Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (byte) =>
		byte.charCodeAt(0),
	);

const toBase64Url = (bytes: ArrayBuffer) =>
	btoa(String.fromCharCode(...new Uint8Array(bytes)))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");

/** An error whose message the visitor sees. */
class PasskeyProblem extends Error {}

/** Keyed by the name of the `DOMException` from `navigator.credentials`. */
const problems: Partial<Record<string, string>> = {
	NotAllowedError: "The request was canceled or timed out. Try again.",
	InvalidStateError: "This device or password manager already has a passkey for your account.",
	SecurityError: "Passkeys don't work at this web address.",
	NotSupportedError: "This device doesn't support this kind of passkey. Try another device.",
	ConstraintError: "This device can't verify your identity. Set up a screen lock or PIN first.",
};

/** @returns null if a newer request has replaced this one */
export function describeProblem(error: unknown): string | null {
	if (error instanceof PasskeyProblem) return error.message;
	if (!(error instanceof DOMException)) return unavailable.message;
	if (error.name === "AbortError") return null;
	return problems[error.name] ?? "This browser couldn't use a passkey. Try again.";
}

/** A browser accepts one request at a time, so a click replaces the pending suggestions for the email field. */
let pendingRequest: AbortController | undefined;

function replacePendingRequest(): AbortSignal {
	pendingRequest?.abort();
	pendingRequest = new AbortController();
	return pendingRequest.signal;
}

type CreationOptions = Omit<
	PublicKeyCredentialCreationOptions,
	"user" | "challenge" | "excludeCredentials"
> & {
	user: { id: string; name: string; displayName: string };
	challenge: string;
	excludeCredentials: { type: "public-key"; id: string }[];
};

/**
 * @returns the JSON text of a `RegistrationResponseJSON`
 * @throws PasskeyProblem or DOMException
 */
export async function createPasskey({
	user,
	challenge,
	excludeCredentials,
	...options
}: CreationOptions): Promise<string> {
	const credential = await navigator.credentials.create({
		signal: replacePendingRequest(),
		publicKey: {
			...options,
			user: { ...user, id: fromBase64Url(user.id) },
			challenge: fromBase64Url(challenge),
			excludeCredentials: excludeCredentials.map(({ id, type }) => ({
				type,
				id: fromBase64Url(id),
			})),
		},
	});
	const response = credential instanceof PublicKeyCredential ? credential.response : null;
	const publicKey =
		response instanceof AuthenticatorAttestationResponse ? response.getPublicKey() : null;
	if (!credential || !(response instanceof AuthenticatorAttestationResponse) || !publicKey) {
		throw new PasskeyProblem(
			"This device created a kind of passkey that the shop doesn't support.",
		);
	}
	return JSON.stringify({
		id: credential.id,
		type: credential.type,
		response: {
			clientDataJSON: toBase64Url(response.clientDataJSON),
			authenticatorData: toBase64Url(response.getAuthenticatorData()),
			publicKey: toBase64Url(publicKey),
			publicKeyAlgorithm: response.getPublicKeyAlgorithm(),
		},
	});
}

type SignOptions = {
	challenge: string;
	rpId: string;
	timeout: number;
	userVerification: "required";
};

/** Does not use valibot, which is 3 kB after gzip, because the login page loads this file before anyone uses a passkey. */
const isSignOptions = (body: unknown): body is SignOptions =>
	body instanceof Object &&
	"challenge" in body &&
	typeof body.challenge === "string" &&
	"rpId" in body &&
	typeof body.rpId === "string" &&
	"timeout" in body &&
	typeof body.timeout === "number" &&
	"userVerification" in body &&
	body.userVerification === "required";

async function fetchOptions(signal: AbortSignal): Promise<SignOptions> {
	const response = await fetch("/auth/passkey-options", { method: "POST", signal });
	const body: unknown = await response.json();
	if (response.ok && isSignOptions(body)) return body;
	throw new PasskeyProblem(hasMessage(body) ? body.message : unavailable.message);
}

/**
 * @param mediation - "conditional" offers passkeys in the suggestions of a field with `autocomplete="webauthn"`, until one is chosen
 * @returns the JSON text of an `AuthenticationResponseJSON`
 * @throws an error for `describeProblem`
 */
export async function signWithPasskey(
	mediation: CredentialMediationRequirement = "optional",
): Promise<string> {
	const signal = replacePendingRequest();
	const { challenge, ...options } = await fetchOptions(signal);
	const publicKey = { ...options, challenge: fromBase64Url(challenge) };
	const credential = await navigator.credentials.get({ mediation, signal, publicKey });
	const response = credential instanceof PublicKeyCredential ? credential.response : null;
	if (!credential || !(response instanceof AuthenticatorAssertionResponse)) {
		throw new PasskeyProblem("This browser couldn't use a passkey. Try again.");
	}
	return JSON.stringify({
		id: credential.id,
		type: credential.type,
		response: {
			clientDataJSON: toBase64Url(response.clientDataJSON),
			authenticatorData: toBase64Url(response.authenticatorData),
			signature: toBase64Url(response.signature),
			userHandle: response.userHandle && toBase64Url(response.userHandle),
		},
	});
}

/** A minute before the shop rejects the challenge. */
const renewSuggestionsMs = 4 * 60 * 1000;

/** If the browser supports it, offers passkeys in the suggestions of the email field. Calls `onSigned` if one is chosen. */
export async function suggestPasskeys(onSigned: (assertion: string) => void): Promise<void> {
	if (!canUsePasskeys()) return;
	let isPending = true;
	const renew = () => {
		if (!isPending) return;
		if (document.hidden) document.addEventListener("visibilitychange", renew, { once: true });
		else void suggestPasskeys(onSigned);
	};
	try {
		if (await PublicKeyCredential.isConditionalMediationAvailable?.()) {
			setTimeout(renew, renewSuggestionsMs);
			onSigned(await signWithPasskey("conditional"));
		}
	} catch (error) {
		// The visitor did not ask for suggestions, and can still use the button. If the shop was not reachable, the next renewal tries again.
		if (!(error instanceof DOMException)) return;
	}
	isPending = false;
}
