import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { showToast } from "#app/shell/toasts.tsx";
import { Button } from "#app/ui/button.tsx";
import { Alert, Spinner } from "#app/ui/feedback.tsx";
import { WrappableId } from "#app/ui/line-breaks.tsx";
import { payment, success } from "#contract/messages.ts";
import type { CardFormSettings } from "#worker/shop/payments/start.ts";
import { openPayment, type Payable, type Phase } from "./card-form-payment.ts";

type Props = { order: Payable; settings: CardFormSettings };

/**
 * A document keeps the security policy of the page it was loaded for: one that came here by a client navigation may not
 * load Stripe.
 */
function isOtherDocument(): boolean {
	const [loaded] = performance.getEntriesByType("navigation");
	return loaded !== undefined && new URL(loaded.name).pathname !== location.pathname;
}

function useCardPayment({ order, settings }: Props) {
	const [phase, setPhase] = useState<Phase>({ name: "opening" });
	const holder = useRef<HTMLDivElement>(null);
	const running = useRef<ReturnType<typeof openPayment>>(null);
	const { revalidate } = useRevalidator();
	const open = useEffectEvent((element: HTMLElement) =>
		openPayment({
			order,
			settings,
			holder: element,
			show: setPhase,
			onPaid: () => {
				showToast({ kind: "success", text: success.paid });
				revalidate();
			},
			onChanged: revalidate,
		}),
	);
	useEffect(() => {
		if (isOtherDocument()) return location.reload();
		if (!holder.current) return;
		running.current = open(holder.current);
		return running.current.close;
	}, []);
	return { phase, holder, pay: () => running.current?.pay() };
}

export const Charged = ({ text, transactionId }: { text: string; transactionId: string }) => (
	<Alert tone="success">
		<p>{text}</p>
		<p className="text-sm">
			Transaction id <WrappableId text={transactionId} />
		</p>
	</Alert>
);

function PhaseNote({ phase, onRetry }: { phase: Phase; onRetry: () => void }) {
	if (phase.name === "opening") return <Spinner label="Opening the card form" />;
	if (phase.name === "processing") return <Spinner label={payment.processing} />;
	if (phase.name === "undecided") return <Alert>{payment.undecided}</Alert>;
	if (phase.name === "returned") return <Alert tone="error">{payment.returned}</Alert>;
	if (phase.name === "closed") {
		return (
			<>
				<Alert tone="error">{phase.message}</Alert>
				<Button onClick={onRetry}>Try again</Button>
			</>
		);
	}
	if (phase.name === "charged") {
		return <Charged text={payment.confirming} transactionId={phase.transactionID} />;
	}
	return null;
}

function OpenCardForm({ onRetry, ...props }: Props & { onRetry: () => void }) {
	const { phase, holder, pay } = useCardPayment(props);
	const problem = phase.name === "ready" ? phase.problem : undefined;
	const isTyping = phase.name === "ready" || phase.name === "paying";
	const isOpening = phase.name === "opening";
	const submit = (event: FormEvent) => {
		event.preventDefault();
		pay();
	};
	return (
		<form className="stack noscript:hidden" onSubmit={submit} aria-label="Card payment" noValidate>
			{/* While it opens it has its width, by which Stripe's frame measures itself. */}
			<div
				hidden={!isTyping && !isOpening}
				className={isOpening ? "invisible h-0 overflow-hidden" : "grid gap-2"}
			>
				<div ref={holder} className="rounded-md border border-edge p-4" />
				{/* Always there, so that a screen reader hears what is put into it. */}
				<p role="alert" className="field-error">
					{problem}
				</p>
			</div>
			<PhaseNote phase={phase} onRetry={onRetry} />
			<Button
				type="submit"
				look="primary"
				busy={phase.name === "paying"}
				disabled={phase.name !== "ready"}
			>
				Pay
			</Button>
		</form>
	);
}

export function CardForm(props: Props) {
	const [round, setRound] = useState(0);
	return <OpenCardForm key={round} onRetry={() => setRound(round + 1)} {...props} />;
}
