/** What was refused or went wrong. Constants instead of one object, so that a page loads only the few that it shows. */
export const addProduct = "Failed to add the Product";
export const updateUser = "Failed to update user";
export const addReview = "Failed to add Review";
export const makeAdmin = "failed to make an admin";
export const adminOnly = "its is procted for admin";
export const shopperOnly = "its is procted for User";
export const noUser = "No user is logged in";
export const enterEmail = "enter your email";
export const credentials = "Email or password is not right";
export const emailTaken = "There is already an account with this email. Log in instead.";
export const forbidden = "You are not allowed to do this";
export const otherAccount =
	"You are now signed in with another account. Reload this page to continue with it.";
export const origin = "This request did not come from our own pages";
export const notFound = "There is nothing here";
export const productNotFound = "This product is not in the shop";
export const pictureNotFound = "This picture has already been removed";
export const orderNotFound = "This order does not exist, or was deleted";
export const userNotFound = "This user does not exist, or was deleted";
export const notBought = "Only customers who bought this tool can review it";
export const reviewNotFound = "This review does not exist, or was deleted";
export const outOfStock = "Out of stock";
export const paidOrder = "This order is paid, so it cannot be cancelled or deleted";
export const processingOrder =
	"A payment for this order is being processed. Try again in a minute.";
export const alreadyPaid = "This order is already paid";
export const notPaid = "This order is not paid";
export const alreadyShipped = "This order has already been shipped";
export const amountRefused =
	"The card provider does not take a payment of this amount. Delete this order and choose another quantity.";
export const priceChanged = "The amount does not match this order. Reload the page and try again.";
export const whichOrder = "Name the order that this payment is for";
export const idempotencyReused = "This Idempotency-Key was used for another order";
export const formSentBefore =
	"You have already placed an order with this form: see My Orders. Confirm again to place another one.";
export const stockConflict = "The stock does not match. Reload the page and try again.";
export const lastAdmin = "The last admin cannot be deleted";
export const signInAgain =
	"Sign out, sign in with Google again, then delete within fifteen minutes.";
export const wrongPassword = "That password is not right";
export const notDeletable = "Your account is busy in another window. Try again in a minute.";
export const deleteSelf = "You cannot delete your own account here";
export const verifyLink = "This link has expired, was already used, or is for another account.";
export const mailUnavailable = "The email could not be sent. Try again in a minute.";
export const resetLink = "This link has expired or was already used. Ask for a new one.";
export const tooOften = "Too many attempts. Wait a minute and try again.";
export const method = "This address does not support that method";
export const tooLarge = "This request is too large";
export const imageTooLarge = "The image is larger than 5 MB";
export const imageTooManyPixels =
	"The image has too many pixels. Make it smaller, at most 10,000 × 10,000.";
export const tooManyUploads = "You have uploaded too many images today. Try again tomorrow.";
export const tooManyUnverifiedUploads =
	"You have uploaded too many images today. Verify your email under My profile to upload more, or try again tomorrow.";
export const imageType = "Only PNG, JPEG, WebP, AVIF or GIF images are accepted";
export const unavailable =
	"This part of the shop is not available right now. Try again in a minute.";
export const paymentUnavailable =
	"Payment is not available right now. Your order is kept; try again in a minute.";
export const googleUnavailable =
	"Google sign-in is not available right now. Use your email and password.";
export const googleCancelled = "Google sign-in was cancelled";
export const googleStale = "This Google sign-in has expired. Try again.";
export const googleUnverified =
	"Google has not verified this email. Log in or sign up with a password.";
export const googleAddress =
	"Your Google account has an email that this shop cannot use. Sign up with another one.";
export const googleNoPassword =
	"There is an account with this email. Choose a password for it with “forget Password?”, then continue with Google.";
export const googleOther =
	"This email is linked to another Google account. Log in with your password.";
export const offline = "You are offline. Check your connection and try again.";
export const unexpected = "Something went wrong on our side. Try again in a minute.";
