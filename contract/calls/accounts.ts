import * as v from "valibot";
import { failure } from "../messages.ts";
import {
	accountAnswer,
	forgotSchema,
	loginSchema,
	profileSchema,
	resetSchema,
	signupSchema,
	userAnswer,
} from "../schemas/accounts.ts";
import { afterSchema } from "../schemas/after.ts";
import { deletedAnswer, resultAnswer } from "../schemas/answers.ts";
import { defineCall } from "./call.ts";

const cookieNote = "Sets the session cookie.";

export const accountCalls = {
	signup: defineCall({
		method: "POST",
		path: "/auth/signup",
		summary: "Make an account and sign in",
		note: cookieNote,
		who: "anyone",
		body: signupSchema,
		answer: accountAnswer,
		refusals: ["tooOften"],
	}),
	login: defineCall({
		method: "POST",
		path: "/auth/login",
		summary: "Sign in",
		note: cookieNote,
		who: "anyone",
		body: loginSchema,
		answer: accountAnswer,
		refusals: ["signedOut", "tooOften"],
	}),
	logout: defineCall({
		method: "POST",
		path: "/auth/logout",
		summary: "Sign out",
		note: "Ends the session and every bearer token made in it.",
		who: "anyone",
		answer: accountAnswer,
	}),
	forgotPassword: defineCall({
		method: "POST",
		path: "/auth/forgot",
		summary: "Send a link to choose a new password",
		note: "Answers alike for known and unknown addresses.",
		who: "anyone",
		body: forgotSchema,
		answer: v.object({ message: v.string() }),
		refusals: ["tooOften"],
	}),
	resetPassword: defineCall({
		method: "POST",
		path: "/auth/reset",
		summary: "Choose a new password",
		note: "The token from the mail works once, for one hour. Ends every session of the account.",
		who: "anyone",
		body: resetSchema,
		answer: v.object({ message: v.string() }),
	}),
	createToken: defineCall({
		method: "PUT",
		path: "/user/{email}",
		summary: "Get a bearer token",
		note: "Good for one hour, and no longer than the session it was made in, or the bearer token that asked for it. A session keeps its newest ten.",
		who: "self",
		answer: v.object({ token: v.string() }),
		refusals: ["tooOften"],
	}),
	checkAdmin: defineCall({
		method: "GET",
		path: "/admin/{email}",
		summary: "Whether an account is an admin",
		who: "selfOrAdmin",
		answer: v.object({ admin: v.boolean() }),
	}),
	updateProfile: defineCall({
		method: "PUT",
		path: "/userinfo/{email}",
		summary: "Change one's picture and phone number",
		who: "self",
		body: profileSchema,
		answer: resultAnswer,
	}),
	listUsers: defineCall({
		method: "GET",
		path: "/users",
		summary: "All users, oldest first",
		note: "At most 500, and a Link header with rel=next when there are more.",
		who: "admin",
		query: afterSchema,
		answer: v.array(userAnswer),
		revalidates: true,
	}),
	makeAdmin: defineCall({
		method: "PUT",
		path: "/user/admin/{email}",
		summary: "Make a user an admin",
		note: "Ends that user's sessions.",
		who: "admin",
		forbidden: failure.makeAdmin,
		answer: resultAnswer,
		refusals: ["missing"],
	}),
	deleteUser: defineCall({
		method: "DELETE",
		path: "/user/admin/{email}",
		summary: "Delete a user",
		note: "Never oneself, never the last admin. The orders stay as business records.",
		who: "admin",
		answer: deletedAnswer,
		refusals: ["missing", "conflict"],
	}),
};
