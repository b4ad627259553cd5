/** Asks the login (`intent=forgot`) for a link to a new password, from a form with an email and whatever else is typed. */
export const ForgotPassword = () => (
	<button
		type="submit"
		name="intent"
		value="forgot"
		formNoValidate
		className="link cursor-pointer justify-self-start"
	>
		forget Password?
	</button>
);
