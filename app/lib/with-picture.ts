import { requireSameAccount } from "#app/features/accounts/same-account.ts";
import type { Shop } from "#worker/shop/context.ts";
import { storeImage } from "#worker/shop/images/store.ts";
import { orRefused, typedIn } from "./answer.ts";

/**
 * For actions of forms with a picture. The script has uploaded it and sends its address as `img`; without script the
 * file comes along as `image` and is stored here.
 * @param work gets the form, in which `img` is the address
 */
export async function withPicture<Answer>(
	request: Request,
	shop: Shop,
	work: (form: FormData) => Promise<Answer>,
) {
	const form = await request.formData();
	const typed = typedIn(form);
	return orRefused(async () => {
		requireSameAccount(shop, form);
		const file = form.get("image");
		if (file && typeof file !== "string" && file.size > 0) {
			typed.img = await storeImage(shop, file);
			form.set("img", typed.img);
		}
		return work(form);
	}, typed);
}
