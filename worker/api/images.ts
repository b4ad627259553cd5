import { fileCalls } from "#contract/calls/files.ts";
import { createApp } from "#worker/http/app.ts";
import { readUpload, uploadLimits } from "#worker/http/body.ts";
import { storeImage } from "#worker/shop/images/store.ts";
import { register } from "./calls.ts";

export const imageRoutes = createApp();

register(imageRoutes, fileCalls.uploadImage, async ({ shop, context }) => {
	const { file } = await readUpload(context.req.raw, uploadLimits.picture, "image");
	return { success: true, data: { url: await storeImage(shop, file) } };
});
