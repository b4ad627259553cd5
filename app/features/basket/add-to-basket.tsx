import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";

type Props = { productId: string; label?: string; className?: string; children: ReactNode };

/** Adds the minimum order to the basket. With JavaScript, the page is not reloaded (app/client/basket-forms.ts). */
export const AddToBasket = ({ productId, label, className, children }: Props) => (
	<form method="post" action="/basket/add" data-response-target="toast" className="relative">
		<input type="hidden" name="product" value={productId} />
		<Button type="submit" aria-label={label} title={label} className={className}>
			{children}
		</Button>
	</form>
);
