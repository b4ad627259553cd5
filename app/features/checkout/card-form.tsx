import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { showToast } from "#app/shell/live-toasts.client.tsx";
import { Button } from "#app/ui/button.tsx";
import { Alert, Spinner } from "#app/ui/feedback.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { WrappableId } from "#app/ui/wrappable-text.tsx";
import { payment_unavailable } from "#contract/error-table/payments.ts";
import { payment, success } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { orderPath, paymentLinkPath } from "#contract/shop.ts";
import type { CardFormSettings } from "#worker/shop/payments/start.ts";
import type { CardPayment } from "./card-form-api.ts";
import { type Phase, startPayment } from "./card-form-payment.client.ts";

type Props = { order: CardPayment; settings: CardFormSettings };

/** After a client navigation the document still has the Content-Security-Policy of another page, which blocks Stripe. */
function isDocumentOfOtherPage(): boolean {
	const [navigation] = performance.getEntriesByType("navigation");
	return navigation !== undefined && new URL(navigation.name).pathname !== location.pathname;
}

function useCardPayment({ order, settings }: Props) {
	const [phase, setPhase] = useState<Phase>({ name: "opening" });
	const [hasWallets, setHasWallets] = useState(false);
	const container = useRef<HTMLDivElement>(null);
	const walletContainer = useRef<HTMLDivElement>(null);
	const currentPayment = useRef<ReturnType<typeof startPayment>>(null);
	const { revalidate } = useRevalidator();
	const start = useEffectEvent((cardElement: HTMLElement, walletElement: HTMLElement) =>
		startPayment({
			order,
			settings,
			container: cardElement,
			walletContainer: walletElement,
			onWallets: () => setHasWallets(true),
			onPhaseChange: setPhase,
			onPaid: async () => {
				await revalidate();
				showToast({ kind: "success", text: success.paid });
			},
			onCanceled: async () => {
				// The revalidated page may have another form, or be another page.
				await revalidate();
				showToast({ kind: "error", text: payment.orderChanged });
			},
			onOrderChanged: revalidate,
		}),
	);
	useEffect(() => {
		if (isDocumentOfOtherPage()) return location.reload();
		if (!container.current || !walletContainer.current) return;
		currentPayment.current = start(container.current, walletContainer.current);
		return currentPayment.current.close;
	}, []);
	return {
		phase,
		container,
		walletContainer,
		hasWallets,
		pay: () => currentPayment.current?.pay(),
	};
}

/** @param isInForm - whether the card form shows the total too, which it does only with JavaScript */
export const SummaryTotal = ({ cents, isInForm }: { cents: number; isInForm: boolean }) => (
	<p className={`items-baseline justify-between ${isInForm ? "hidden noscript:flex" : "flex"}`}>
		<span>Total</span>
		<span className="num text-2xl font-semibold">{formatCents(cents)}</span>
	</p>
);

export const RefundedTotal = ({ cents }: { cents: number }) =>
	cents > 0 && (
		<p className="flex justify-between">
			<span>Refunded</span>
			<span className="num">{formatCents(cents)}</span>
		</p>
	);

export const ChargedAlert = ({ text, transactionId }: { text: string; transactionId: string }) => (
	<Alert tone="success">
		<p>{text}</p>
		<p className="text-sm">
			Transaction ID <WrappableId text={transactionId} />
		</p>
	</Alert>
);

function PhaseMessage({ phase, onRetry }: { phase: Phase; onRetry: () => void }) {
	if (phase.name === "processing") return <Spinner label={payment.processing} />;
	if (phase.name === "timedOut") return <Alert>{payment.bankUndecided}</Alert>;
	if (phase.name === "refunded") return <Alert tone="error">{payment.chargedButNotPaid}</Alert>;
	if (phase.name === "closed") {
		return (
			<>
				<Alert tone="error">{phase.message}</Alert>
				<Button variant="primary" onClick={onRetry}>
					Try again
				</Button>
			</>
		);
	}
	if (phase.name === "charged") {
		return <ChargedAlert text={payment.confirming} transactionId={phase.transactionID} />;
	}
	return null;
}

/** Whether to show the link to the order. While the message above it can still change, the link would move. */
const isFinal = (phase: Phase) =>
	phase.name === "charged" ? phase.isFinal : ["timedOut", "refunded"].includes(phase.name);

function CardFormAttempt({ onRetry, ...props }: Props & { onRetry: () => void }) {
	const { phase, container, walletContainer, hasWallets, pay } = useCardPayment(props);
	const problem = phase.name === "ready" ? phase.problem : undefined;
	const isCardShown = ["opening", "ready", "paying"].includes(phase.name);
	const { id, linkToken, isCheckout } = props.order;
	const ordersPath = isCheckout ? "/dashbord/myorders" : orderPath(id);
	const viewPath = linkToken ? paymentLinkPath(linkToken) : ordersPath;
	const alert = useRef<HTMLParagraphElement>(null);
	// The wallet's button may be a screen above the alert.
	useEffect(() => {
		if (problem) alert.current?.scrollIntoView({ block: "nearest" });
	}, [problem]);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		pay();
	};
	return (
		<form className="stack noscript:hidden" onSubmit={submit} aria-label="Card payment" noValidate>
			{/* Above the wallets, whose buttons pay without a further step. */}
			<p
				hidden={!isCardShown && phase.name !== "closed"}
				className="flex items-baseline justify-between border-y border-base-300 py-4 text-lg lg:border-t-0 lg:pt-0"
			>
				Total due
				<span className="num text-2xl font-semibold">{formatCents(props.order.totalCents)}</span>
			</p>
			<div hidden={!isCardShown} className="relative grid gap-2">
				{/* Laid out before it is known whether there is a wallet, because Stripe does not load elements that are not displayed. */}
				<div className={hasWallets ? "grid gap-4 pb-2" : "h-0 overflow-hidden"}>
					<div ref={walletContainer} />
					{hasWallets && (
						<p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-base-300 after:h-px after:flex-1 after:bg-base-300">
							Or pay by card
						</p>
					)}
				</div>
				{/* Has its final size while loading, so that nothing below it moves. */}
				<div
					ref={container}
					className={phase.name === "opening" ? "h-57 overflow-hidden" : "min-h-57"}
				/>
				{phase.name === "opening" && (
					<div className="absolute top-4.5 left-3">
						<Spinner label="Loading the card form" />
					</div>
				)}
				{/* Always in the page, so that screen readers announce its changes. */}
				<p ref={alert} role="alert" className="field-error scroll-mb-24">
					{problem}
				</p>
			</div>
			<PhaseMessage phase={phase} onRetry={onRetry} />
			{isCardShown && (
				<>
					<Button
						type="submit"
						variant="primary"
						busy={phase.name === "paying"}
						disabled={phase.name !== "ready"}
					>
						Pay
					</Button>
					<p className="text-sm text-muted">
						Stripe handles your card details. We never see your card number.
					</p>
				</>
			)}
			{isFinal(phase) && (
				<RouterLinkButton to={viewPath}>
					View your {isCheckout ? "orders" : "order"}
				</RouterLinkButton>
			)}
		</form>
	);
}

/** @param settings - null if the shop cannot take cards at the moment */
export function CardForm({
	order,
	settings,
}: Omit<Props, "settings"> & { settings: CardFormSettings | null }) {
	const [attempt, setAttempt] = useState(0);
	if (!settings) return <Alert tone="error">{payment_unavailable.message}</Alert>;
	return (
		<>
			<noscript>
				<Alert>{payment.needsScript}</Alert>
			</noscript>
			<CardFormAttempt
				key={attempt}
				onRetry={() => setAttempt(attempt + 1)}
				order={order}
				settings={settings}
			/>
		</>
	);
}
