import { afterEach, expect, test, vi } from "vitest";
import { passkeyChallengeMs } from "#contract/limits.ts";
import { signWithPasskey, suggestPasskeys } from "./passkeys.client.ts";

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** Simulates a browser in which no passkey is ever chosen. Returns the signals of its requests. */
function createBrowser() {
	vi.useFakeTimers();
	const signals: AbortSignal[] = [];
	const document = Object.assign(new EventTarget(), { hidden: false });
	const get = ({ signal }: { signal: AbortSignal }) => {
		signals.push(signal);
		return new Promise((_, reject) => {
			signal.addEventListener("abort", () => reject(signal.reason));
		});
	};
	const options = { challenge: "", rpId: "", timeout: 0, userVerification: "required" };
	vi.stubGlobal("document", document);
	vi.stubGlobal("navigator", { credentials: { get } });
	vi.stubGlobal("fetch", async () => Response.json(options));
	vi.stubGlobal(
		"AuthenticatorAttestationResponse",
		class {
			getPublicKey() {}
		},
	);
	const isConditionalMediationAvailable = async () => true;
	vi.stubGlobal(
		"PublicKeyCredential",
		Object.assign(() => undefined, { isConditionalMediationAvailable }),
	);
	const countOpen = () => signals.filter(({ aborted }) => !aborted).length;
	return { signals, document, countOpen };
}

test("passkey suggestions get a new challenge before theirs expires, but not in a hidden tab", async () => {
	const { signals, document, countOpen } = createBrowser();
	void suggestPasskeys(() => undefined);
	await vi.advanceTimersByTimeAsync(passkeyChallengeMs);
	expect([signals.length, countOpen()]).toEqual([2, 1]);
	document.hidden = true;
	await vi.advanceTimersByTimeAsync(2 * passkeyChallengeMs);
	expect(signals).toHaveLength(2);
	document.hidden = false;
	document.dispatchEvent(new Event("visibilitychange"));
	await vi.advanceTimersByTimeAsync(0);
	expect([signals.length, countOpen()]).toEqual([3, 1]);
});

test("passkey suggestions return after a renewal failed, because the shop was not reachable", async () => {
	const { countOpen } = createBrowser();
	void suggestPasskeys(() => undefined);
	await vi.advanceTimersByTimeAsync(0);
	const reachableFetch = fetch;
	vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
	await vi.advanceTimersByTimeAsync(passkeyChallengeMs);
	expect(countOpen()).toBe(0);
	vi.stubGlobal("fetch", reachableFetch);
	await vi.advanceTimersByTimeAsync(passkeyChallengeMs);
	expect(countOpen()).toBe(1);
});

test("passkey suggestions do not interrupt a request that has replaced them", async () => {
	const { signals, countOpen } = createBrowser();
	void suggestPasskeys(() => undefined);
	await vi.advanceTimersByTimeAsync(0);
	signWithPasskey().catch(() => undefined);
	await vi.advanceTimersByTimeAsync(2 * passkeyChallengeMs);
	expect([signals.length, countOpen()]).toEqual([2, 1]);
});
