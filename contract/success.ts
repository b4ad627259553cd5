// These are constants instead of an object, so that a page loads only the messages that it uses.
export const orderPlaced = "your order is wait for payment";
export const orderPlacedBefore = "You have already placed this order";
export const productAdded = "Product added successfully";
export const productUpdated = "Product Updated";
export const picturesAdded = "Pictures added";
export const pictureRemoved = "Picture removed";
export const productDeleted = "product deletes success fully";
export const reviewHidden = "Review hidden. Only admins see it.";
export const reviewShown = "Review shown to everyone";
export const reviewDeleted = "product deletes success fully";
export const userUpdated = "user update successfully";
export const cancellationRequested = "We have your request, and will answer it by email.";
export const cancellationDeclined = "Declined. The customer gets an email.";
export const orderDeleted = "Delete Order successfully";
export const adminMade = "successfully made an admin";
export const roleChanged = "The role was changed, and the user signed out everywhere";
export const sessionEnded = "That device is signed out";
export const otherSessionsEnded = "All other devices are signed out";
export const secondFactorRemoved = "Two-factor authentication is off";
export const secondFactorReset = "Two-factor authentication is off for this user";
export const orderShifted = "Order get Shifting";
export const orderDelivered = "Order marked as received";
export const trackingSaved = "Tracking number saved. The customer gets it by email.";
export const trackingRemoved = "Tracking number removed";
export const reviewAdded = "Review added successfully";
export const paid = "payment Done";
export const emailSent = "email sent";
export const accountDeleted = "Your account has been deleted.";
export const verificationSent =
	"We have sent you an email. Open the link in it to verify your address.";
export const emailVerified = "Your email is verified.";
export const googleLinked = "Your Google account is linked. You can now sign in with it.";
export const accountEmptied = "The account is now yours, and empty.";
export const passwordChanged = "Your password has been changed. Log in with the new one.";
export const resetLinkSent =
	"If an account has this address, we have emailed it a link to choose a new password. It works once, for one hour.";
