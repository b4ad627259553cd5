import { accountCalls } from "#contract/calls/accounts.ts";
import { addressCalls } from "#contract/calls/addresses.ts";
import { passkeyCalls } from "#contract/calls/passkeys.ts";
import { passwordLength } from "#contract/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { validPassword } from "../../support/passwords.ts";
import type { InputCase } from "./input-case.ts";
import {
	getInvalidTexts,
	invalidEmails,
	invalidImages,
	invalidPasswords,
} from "./invalid-values.ts";
import { assertion, getShopperPasskeyPath, registration } from "./passkey-bodies.ts";

const validAddress = { label: "Barn", location: "2 Bay Road", phone: "555 0101" };
const invalidAddressValues = {
	label: getInvalidTexts({ maxLength: 40 }),
	location: getInvalidTexts({ maxLength: 300 }),
	phone: getInvalidTexts({ maxLength: 32 }),
	company: [7, {}, "x".repeat(121)],
	vatNumber: [7, {}, "x".repeat(33), "DE12345678", "none; DE"],
};

const invalidPasskeys = [null, "", 7, true];
export const accountInputs: InputCase[] = [
	{
		call: accountCalls.updateProfile,
		role: "shopper",
		path: ({ accounts }) => `/userinfo/${accounts.shopper.email}`,
		validBody: () => ({ img: "/pictures/people/tom.svg", phone: "555 0100" }),
		invalidValues: { img: invalidImages, phone: getInvalidTexts({ maxLength: 32 }) },
	},
	{
		call: addressCalls.addAddress,
		role: "shopper",
		path: () => "/addresses",
		validBody: () => ({ ...validAddress, label: createId() }),
		invalidValues: invalidAddressValues,
	},
	{
		call: addressCalls.updateAddress,
		role: "shopper",
		path: ({ addressId }) => `/addresses/${addressId}`,
		validBody: () => validAddress,
		invalidValues: invalidAddressValues,
	},
	{
		call: accountCalls.setRole,
		role: "admin",
		path: ({ accounts }) => `/users/${accounts.shopper.email}/role`,
		validBody: () => ({ role: "support" }),
		invalidValues: { role: [undefined, null, "", 7, {}, "owner", "Admin", "__proto__"] },
	},
	{
		call: accountCalls.completeSignIn,
		role: "admin",
		path: () => "/auth/second-factor",
		validBody: () => ({ code: "123456" }),
		invalidValues: { code: getInvalidTexts({ maxLength: 128 }) },
	},
	{
		call: accountCalls.confirmIdentity,
		role: "admin",
		path: () => "/auth/confirm",
		validBody: () => ({ password: validPassword }),
		invalidValues: {
			password: [null, 7, {}, "x".repeat(passwordLength.max + 1)],
			code: ["", null, 7, {}],
			passkey: invalidPasskeys,
		},
	},
	{
		call: passkeyCalls.signInWithPasskey,
		role: "shopper",
		path: () => "/auth/passkey",
		validBody: () => ({ passkey: assertion }),
		invalidValues: { passkey: [undefined, ...invalidPasskeys] },
	},
	{
		call: passkeyCalls.addPasskey,
		role: "shopper",
		path: () => "/passkeys",
		validBody: () => ({ passkey: registration }),
		invalidValues: { passkey: [undefined, ...invalidPasskeys], name: ["", " ", 7, "x".repeat(61)] },
	},
	{
		call: passkeyCalls.renamePasskey,
		role: "shopper",
		path: getShopperPasskeyPath,
		validBody: () => ({ name: "Phone" }),
		invalidValues: { name: getInvalidTexts({ maxLength: 60 }) },
	},
	{
		call: accountCalls.confirmSecondFactor,
		role: "admin",
		path: () => "/second-factor/confirm",
		validBody: () => ({ code: "123456" }),
		invalidValues: { code: getInvalidTexts({ maxLength: 128 }) },
	},
	...[
		accountCalls.startSecondFactor,
		accountCalls.regenerateRecoveryCodes,
		accountCalls.removeSecondFactor,
	].map(
		(call): InputCase => ({
			call,
			role: "admin",
			path: () => call.path,
			validBody: () => ({ password: validPassword }),
			invalidValues: { password: [null, 7, {}, "x".repeat(passwordLength.max + 1)] },
		}),
	),
	{
		call: accountCalls.signup,
		role: "shopper",
		path: () => "/auth/signup",
		validBody: ({ order }) => ({
			name: "New",
			email: `${order.id}@example.com`,
			password: validPassword,
		}),
		invalidValues: {
			name: getInvalidTexts({ maxLength: 120 }),
			email: invalidEmails,
			password: invalidPasswords,
		},
	},
	{
		call: accountCalls.login,
		role: "shopper",
		path: () => "/auth/login",
		validBody: ({ accounts }) => ({ email: accounts.shopper.email, password: validPassword }),
		invalidValues: { email: invalidEmails, password: invalidPasswords },
	},
	{
		call: accountCalls.forgotPassword,
		role: "shopper",
		path: () => "/auth/forgot",
		validBody: ({ accounts }) => ({ email: accounts.shopper.email }),
		invalidValues: { email: invalidEmails },
	},
	{
		call: accountCalls.resetPassword,
		role: "shopper",
		path: () => "/auth/reset",
		validBody: () => ({ token: "unknown", password: validPassword }),
		invalidValues: {
			token: [undefined, null, "", 7, {}, "unknown", "x".repeat(129)],
			password: invalidPasswords,
		},
	},
];
