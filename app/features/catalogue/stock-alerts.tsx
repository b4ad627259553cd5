import type { ReactNode } from "react";
import { shopContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton } from "#app/ui/button.tsx";
import { Alert, EmptyState } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import { Page } from "#app/ui/page.tsx";
import { success } from "#contract/messages.ts";
import { stockAlertSchema } from "#contract/schemas/stock-alerts.ts";
import { stockAlertsPath, toolPath } from "#contract/shop.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { getProfile } from "#worker/shop/accounts/profile.ts";
import { findProduct } from "#worker/shop/catalogue/read.ts";
import {
	cancelStockAlert,
	listStockAlerts,
	requestStockAlert,
} from "#worker/shop/catalogue/stock-alerts.ts";
import type { Route } from "./+types/stock-alerts.ts";
import { StockAlertButton, VerifyEmailForStockAlert } from "./stock-alert-forms.tsx";
import { ToolPicture } from "./tool-picture.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Back in stock");

/** `?tool=` is the tool whose stock alert the visitor requested before logging in. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const requestedId = url.searchParams.get("tool");
	const [alerts, product, { isVerified }] = await Promise.all([
		listStockAlerts(shop),
		requestedId ? findProduct(shop, requestedId) : null,
		getProfile(shop),
	]);
	const hasStockAlert = alerts.some(({ productId }) => productId === product?.id);
	const requestedTool = product && !hasStockAlert ? product : null;
	return {
		alerts,
		isVerified,
		tool: requestedTool && {
			id: requestedTool.id,
			name: requestedTool.name,
			img: requestedTool.img,
			isSoldOut: isOutOfStock(requestedTool),
		},
	};
}

export const action = formAction(async (shop, form, { context }) => {
	const { tool, intent, from } = readForm(form, stockAlertSchema);
	if (intent === "request") await requestStockAlert(shop, tool);
	else await cancelStockAlert(shop, tool);
	const message = intent === "request" ? success.stockAlertRequested : success.stockAlertCanceled;
	return redirectWithMessage(context, from === "tool" ? toolPath(tool) : stockAlertsPath, message);
});

type Data = Route.ComponentProps["loaderData"];

type ToolProps = { id: string; name: string; img: string | null; children?: ReactNode };

const Tool = ({ id, name, img, children }: ToolProps) => (
	<div className="flex min-w-0 items-center gap-3">
		<ToolPicture img={img} width={48} />
		<div className="min-w-0">
			{img === null ? (
				<p>
					{keepUnitsTogether(name)} <span className="text-muted">(no longer sold)</span>
				</p>
			) : (
				<a href={toolPath(id)} className="link">
					{keepUnitsTogether(name)}
				</a>
			)}
			{children}
		</div>
	</div>
);

type RequestedToolProps = { tool: NonNullable<Data["tool"]>; isVerified: boolean };

const RequestedTool = ({ tool, isVerified }: RequestedToolProps) => (
	<section
		aria-label="The tool you were looking at"
		className="grid justify-items-start gap-4 rounded-md border border-base-300 p-5"
	>
		<Tool {...tool} />
		{tool.isSoldOut && !isVerified && <VerifyEmailForStockAlert toolId={tool.id} />}
		{tool.isSoldOut && isVerified && (
			<>
				<p>We'll email you once when you can order it again. We can't hold stock for you.</p>
				<StockAlertButton tool={tool} hasStockAlert={false} from="list" />
			</>
		)}
		{!tool.isSoldOut && (
			<>
				<p>This tool is in stock.</p>
				<AnchorButton href={toolPath(tool.id)} variant="primary">
					View the tool
				</AnchorButton>
			</>
		)}
	</section>
);

export default function StockAlerts({ loaderData, actionData }: Route.ComponentProps) {
	const { alerts, tool, isVerified } = loaderData;
	return (
		<Page
			title="Back in stock"
			lead="We'll email you once when you can order these tools again."
			width="form"
			inDashboard
			back={{ to: "/dashbord/myprofile", label: "My profile" }}
		>
			{actionData && <Alert tone="error">{actionData.message}</Alert>}
			{tool && <RequestedTool tool={tool} isVerified={isVerified} />}
			{alerts.length > 0 && (
				<ul aria-label="Back-in-stock alerts" className="border-b border-base-300">
					{alerts.map(({ productId, name, img, createdAt }) => (
						<li
							key={productId}
							className="flex items-center justify-between gap-4 border-t border-base-300 py-3"
						>
							<Tool id={productId} name={name} img={img}>
								<p className="text-sm text-muted">
									Since <LocalDay at={createdAt} />
								</p>
							</Tool>
							<StockAlertButton tool={{ id: productId, name }} hasStockAlert from="list" />
						</li>
					))}
				</ul>
			)}
			{alerts.length === 0 && !tool && (
				<EmptyState icon="package" sentence="You have no alerts.">
					<AnchorButton href="/tools">Browse tools</AnchorButton>
				</EmptyState>
			)}
		</Page>
	);
}
