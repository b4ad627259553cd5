import type { Shop } from "../context.ts";

const uploaded = /^\/images\/[\w-]+\.\w+$/;

/**
 * @param img address of a picture
 * @returns its path where it is one of this shop's own uploads under the shop's whole address, so that who looks for
 * pictures that nothing shows finds it in use; any other address as it is
 */
export function ownPath({ origin }: Pick<Shop, "origin">, img: string): string {
	const url = URL.parse(img);
	const isOwn = url?.host === new URL(origin).host && uploaded.test(url.pathname);
	return url && isOwn ? url.pathname : img;
}
