/** A picture of 10 × 10 pixels, as a visitor would choose it. */
export const smallPicture = {
	name: "picture.png",
	mimeType: "image/png",
	buffer: Buffer.from(
		"iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC",
		"base64",
	),
};

/** Of other pixels: what is behind a picture's end, and all that says where it was taken, the shop does not keep. */
export const anotherPicture = {
	name: "another.png",
	mimeType: "image/png",
	buffer: Buffer.from(
		"iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFElEQVR42mMQiTrxnxjMMKqQvgoBKODctZ5fs00AAAAASUVORK5CYII=",
		"base64",
	),
};
