// Constants instead of an object, so that a page loads only the questions that it uses. messages.ts exports them as `confirmation`.

/** The wording of `shift` and `remove` is the contract's. */
export const shift = "Are shure about shifting ?";
export const receive = "Did you receive this order?";
export const markReceived = "Mark as received?";
export const remove = "are you sure ? you want to delete ?";
export const makeAdmin = "Make this user an admin?";
export const changeRole = "Change the role of this user?";
export const resetSecondFactor = "Turn off two-factor authentication for this user?";
export const removePasskey = "Remove this passkey?";
export const removeSubscriber = "Remove this address from the newsletter?";
export const removeAddress = "Remove this address?";
export const deleteMessage = "Delete this message?";
export const deleteMessages = "Delete these messages?";
export const deleteList = "Delete this list?";
export const stopSharing = "Stop sharing this list?";
export const publishProducts = "Publish these products?";
export const hideReviews = "Hide these reviews from the shop?";
export const showReviews = "Show these reviews to everyone?";
