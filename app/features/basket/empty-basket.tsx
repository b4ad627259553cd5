import { AnchorButton } from "#app/ui/button.tsx";
import { Alert, EmptyState } from "#app/ui/feedback.tsx";
import { errors } from "#contract/errors.ts";

export const StaffBasketNotice = () => (
	<>
		<Alert>{errors.staff_basket.message}</Alert>
		<AnchorButton href="/dashbord" className="justify-self-start">
			Dashboard
		</AnchorButton>
	</>
);

export const EmptyBasket = ({ isSignedIn }: { isSignedIn: boolean }) => (
	<EmptyState icon="shopping-basket" sentence="Your basket is empty.">
		<AnchorButton href="/tools" variant="primary">
			Browse tools
		</AnchorButton>
		<p className="text-muted">
			Have a list of part numbers?{" "}
			<a href="/quick-order" className="link">
				Paste it into a quick order
			</a>
			.
		</p>
		{isSignedIn ? (
			<p className="text-muted">
				Your orders are under{" "}
				<a href="/dashbord/myorders" className="link">
					My Orders
				</a>
				, and your saved tools under{" "}
				<a href="/dashbord/lists" className="link">
					Saved Lists
				</a>
				.
			</p>
		) : (
			<p className="text-muted">
				Have an account?{" "}
				<a href="/login?from=%2Fbasket" className="link">
					Log in
				</a>{" "}
				to see your saved basket.
			</p>
		)}
	</EmptyState>
);
