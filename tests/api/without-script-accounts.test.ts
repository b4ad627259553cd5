import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import { passwordLength } from "#contract/limits.ts";
import { invalid, success, tooShort } from "#contract/messages.ts";
import { createSession } from "#worker/auth/sessions.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, passkeys, secondFactors, sessions, users } from "#worker/db/schema.ts";
import { anHourAgo, createAccount, createAdmin } from "../support/accounts.ts";
import { readEmails } from "../support/emails.ts";
import { openHtml } from "../support/html-page.ts";
import {
	otherPassword,
	validPassword as password,
	tooShortPassword,
} from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { addSecondFactor, createTotp } from "../support/second-factor.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(() => shop.stop());

test("a forgotten password is reset by email", async () => {
	const { email } = await createAccount(shop, { password });
	const loginPage = await openHtml(shop, "/login");
	const rejectedPage = await loginPage.press("forget Password?");
	expect(rejectedPage.text).toContain("enter your email");
	const sentPage = await rejectedPage.press("forget Password?", { Email: email });
	expect(sentPage.text).toContain("email sent");
	expect(sentPage.text).toContain(success.resetLinkSent);
	const path = await vi.waitFor(async () => {
		const [message] = await readEmails(shop, email);
		const link = /\/reset-password\S+/.exec(message?.text ?? "")?.[0];
		if (!link) throw new Error(`no reset link for ${email}`);
		return link;
	});
	const formPage = await openHtml(shop, path);
	const changedPage = await formPage.press("Change password", { "New password": otherPassword });
	expect(changedPage.text).toContain("Your password has been changed");
	const homePage = await changedPage.press("Login", { Email: email, Password: otherPassword });
	expect(homePage.text).toContain("SignOut");
});

test("sign-up reports errors", async () => {
	const { email } = await createAccount(shop);
	const formPage = await openHtml(shop, "/signup");
	const rejectedPage = await formPage.press("Sign up", {
		Email: email,
		Password: tooShortPassword,
	});
	expect(rejectedPage.text).toContain("Name is Required");
	expect(rejectedPage.text).toContain(tooShort(passwordLength.min));
	expect(rejectedPage.getFieldValue("Email")).toBe(email);
	expect(rejectedPage.getFieldValue("Password"), "the password is not sent back").toBe("");
	const values = { Name: "Rae Ratchet", Password: password };
	const emailTakenPage = await rejectedPage.press("Sign up", values);
	expect(emailTakenPage.text).toContain(errors.email_taken.message);
	expect(emailTakenPage.getFieldValue("Name")).toBe("Rae Ratchet");
});

test("login reports errors and focuses the message of a rejected attempt", async () => {
	const { email } = await createAccount(shop, { password, useFastHash: true });
	const formPage = await openHtml(shop, "/login");
	const emptyFormPage = await formPage.press("Login");
	expect(emptyFormPage.text).toContain("Email is Required");
	expect(emptyFormPage.text).toContain("Password is Required");
	const invalidInputPage = await emptyFormPage.press("Login", {
		Email: "Nobody",
		Password: "short",
	});
	expect(invalidInputPage.text).toContain("Please provide a valid email");
	expect(invalidInputPage.text).toContain(tooShort(passwordLength.login));
	const rejectedPage = await invalidInputPage.press("Login", {
		Email: email,
		Password: "wrong one",
	});
	const [main = ""] = /<main.*<\/main>/s.exec(rejectedPage.html) ?? [];
	expect(main.match(/ autofocus/gi)).toHaveLength(1);
	expect(/<p role="alert"[^>]*tabindex="-1" autofocus="">([^<]*)</i.exec(main)?.[1]).toBe(
		errors.invalid_credentials.message,
	);
	expect([rejectedPage.getFieldValue("Email"), rejectedPage.getFieldValue("Password")]).toEqual([
		email,
		"",
	]);
	const invalidEmailPage = await rejectedPage.press("Login", { Email: "Nobody" });
	expect(invalidEmailPage.text).toContain("Please provide a valid email");
	expect(invalidEmailPage.text).not.toContain(errors.invalid_credentials.message);
});

test("login and sign-up name the tool that a visitor chose and lead to its order form", async () => {
	const { id, name } = await createProduct(shop);
	const loginPage = await (await openHtml(shop, `/tools/${id}`)).press("Purchase");
	expect(loginPage.text).toContain(`Log in to order ${name}.`);
	const signupPage = await loginPage.follow("Create an account");
	expect(signupPage.text).toContain(`Sign up to order ${name}.`);
	const account = { Name: "Nora New", Email: `${createId()}@example.com`, Password: password };
	const formPage = await signupPage.press("Sign up", account);
	expect(formPage.path).toMatch(new RegExp(`^/purchase/${id}`));
	expect(formPage.getFieldValue("Name")).toBe("Nora New");
});

test("staff can set up a second factor, log in with a recovery code, and turn it off", async () => {
	const account = await createAccount(shop, { role: "support", password, useFastHash: true });
	const profilePage = await openHtml(shop, "/dashbord/myprofile", account);
	const setupPage = await (await profilePage.follow("Set up")).press("Set up", {
		Password: password,
	});
	const secret = (/<code[^>]*>([A-Z2-7 ]+)</.exec(setupPage.html)?.[1] ?? "").replaceAll(" ", "");
	const wrongInputPage = await setupPage.press("Turn on", { "Code from the app": "000000" });
	expect(wrongInputPage.text).toContain(invalid.setupCode);
	const enabledPage = await wrongInputPage.press("Turn on", {
		"Code from the app": await createTotp(secret),
	});
	expect(enabledPage.text).toContain("You have 10 recovery codes left");
	const codes = enabledPage.html.match(/(?<=<li><code>).*?(?=<\/code>)/g) ?? [];
	expect(codes).toHaveLength(10);
	const loginPage = await openHtml(shop, "/login?from=/dashbord/twofactor");
	const codePage = await loginPage.press("Login", { Email: account.email, Password: password });
	expect(codePage.text).toContain("Enter the code");
	const rejectedPage = await codePage.press("Login", { Code: "000000" });
	expect(rejectedPage.text).toContain("This code is wrong");
	const recoveryPage = await rejectedPage.follow("Use a recovery code");
	const signedInPage = await recoveryPage.press("Login", { "Recovery code": codes[0] ?? "" });
	expect(signedInPage.text).toContain("You have 9 recovery codes left");
	const disabledPage = await signedInPage.press("Turn off", { Password: password });
	expect(disabledPage.text).toContain("Two-factor authentication is off");
});

/** Creates an admin who has to confirm sensitive actions, because they signed in an hour ago. */
const createAdminWithOldSession = () =>
	createAdmin(shop, { password, useFastHash: true, signedInAt: anHourAgo() });

test("an admin who signed in long ago has to confirm a role change", async () => {
	const [admin, { id, email }] = [await createAdminWithOldSession(), await createAccount(shop)];
	const readRole = async () =>
		(await shop.db.select().from(users).where(eq(users.id, id)).get())?.role;
	const tablePage = await openHtml(shop, `/dashbord/makeAdmin?search=${email}`, admin);
	expect((await tablePage.press("make Admin")).text).toContain(
		"Confirm that it is you to change a role.",
	);
	expect(await readRole()).toBe("shopper");
	const confirmationPage = await tablePage.press("Change role", { Role: "support" });
	expect(confirmationPage.text).toContain("Confirm that it is you to change a role.");
	expect(await readRole()).toBe("shopper");
	const wrongInputPage = await confirmationPage.press("Continue", { "Your password": "wrong" });
	expect(wrongInputPage.text).toContain("Wrong password");
	const changedPage = await wrongInputPage.press("Continue", { "Your password": password });
	expect(changedPage.text).toContain("Role changed");
	expect(await readRole()).toBe("support");
});

test("an admin without a password confirms a role change by signing in with Google in another tab", async () => {
	const admin = await createAdmin(shop, { signedInAt: anHourAgo() });
	const { id, email } = await createAccount(shop);
	const tablePage = await openHtml(shop, `/dashbord/makeAdmin?search=${email}`, admin);
	const confirmationPage = await tablePage.press("Change role", { Role: "support" });
	const [link = ""] = /<a [^>]*href="\/auth\/google[^>]*>/.exec(confirmationPage.html) ?? [];
	expect(link).toContain('target="_blank"');
	const href = / href="([^"]+)"/.exec(link)?.[1]?.replaceAll("&amp;", "&") ?? "";
	const from = new URL(new URL(href, shop.url).searchParams.get("from") ?? "", shop.url);
	expect([from.pathname, from.searchParams.get("search")]).toEqual(["/dashbord/makeAdmin", email]);
	await shop.db
		.update(sessions)
		.set({ createdAt: new Date() })
		.where(eq(sessions.userId, admin.id));
	expect((await confirmationPage.press("Continue")).text).toContain("Role changed");
	const user = await shop.db.select().from(users).where(eq(users.id, id)).get();
	expect(user?.role).toBe("support");
});

test("an admin with a second factor confirms a deletion with its code", async () => {
	const [admin, { id, email }] = [await createAdminWithOldSession(), await createAccount(shop)];
	await addSecondFactor(shop.db, admin.id);
	const tablePage = await openHtml(shop, `/dashbord/makeAdmin?search=${email}`, admin);
	const confirmationPage = await tablePage.press("Delete");
	const code = { "Code from your authenticator app": await createTotp() };
	expect((await confirmationPage.press("Continue", code)).text).toContain(
		`User ${email} is deleted`,
	);
	expect(await shop.db.$count(users, eq(users.id, id))).toBe(0);
});

test("turning off two-factor authentication requires a code as well as the password", async () => {
	const admin = await createAdminWithOldSession();
	await addSecondFactor(shop.db, admin.id);
	const countFactors = () => shop.db.$count(secondFactors, eq(secondFactors.userId, admin.id));
	const page = await openHtml(shop, "/dashbord/twofactor", admin);
	const confirmationPage = await page.press("Turn off", { Password: password });
	expect(confirmationPage.text).not.toContain("Get new recovery codes");
	const label = "Code from your authenticator app";
	const wrongInputPage = await confirmationPage.press("Turn off", {
		Password: password,
		[label]: "000000",
	});
	expect(wrongInputPage.text).toContain("This code is wrong");
	expect(await countFactors()).toBe(1);
	const disabledPage = await wrongInputPage.press("Turn off", {
		Password: password,
		[label]: await createTotp(),
	});
	expect(disabledPage.text).toContain("Two-factor authentication is off");
	expect(await countFactors()).toBe(0);
});

test("a shopper can save an address with an order, reuse it, change it, and remove it", async () => {
	const { id } = await createProduct(shop);
	const account = await createAccount(shop);
	const formPage = await openHtml(shop, `/purchase/${id}`, account);
	const fields = {
		Location: "1 Bench Road",
		Phone: "555 0100",
		Company: "Bay Garage",
		"VAT number": "de 123 456 789",
		"Purchase order number": "PO 1",
		"Save this address as": "Workshop",
	};
	const paymentPage = await formPage.press("Confirm order", fields);
	expect(paymentPage.path).toMatch(/^\/dashbord\/payment\//);
	expect((await formPage.press("Confirm order", fields)).path).toBe(paymentPage.path);
	expect(paymentPage.text).toContain("Bay Garage");
	await (await openHtml(shop, `/purchase/${id}`, account)).press("Confirm order");
	const delivery = { location: "1 Bench Road", phone: "555 0100", company: "Bay Garage" };
	expect(await shop.db.select().from(orders).where(eq(orders.userId, account.id))).toMatchObject([
		{ ...delivery, vatNumber: "DE123456789", purchaseOrder: "PO 1" },
		{ ...delivery, vatNumber: "DE123456789", purchaseOrder: "" },
	]);
	const profilePage = await openHtml(shop, "/dashbord/myprofile", account);
	const editPage = await (await profilePage.follow("Manage addresses")).follow("Edit Workshop");
	const savedPage = await editPage.press("Save address", { Location: "2 Bench Road" });
	expect(savedPage.text).toContain("2 Bench Road");
	const removedPage = await savedPage.press("Remove");
	expect(removedPage.text).toContain("Address removed");
	await expect(removedPage.follow("Edit Workshop")).rejects.toThrow("0 URLs");
	const barn = { "Address name": "Barn", Location: "3 Barn Road", Phone: "555 0101" };
	const addedPage = await removedPage.press("Save address", barn);
	expect((await addedPage.follow("Edit Barn")).getFieldValue("Location")).toBe("3 Barn Road");
});

test("a user can sign out one device or all other devices", async () => {
	const account = await createAccount(shop);
	for (const device of ["Safari on iPhone", "Edge on Windows", "curl"])
		await createSession(shop.db, account.id, { device, country: "CA" });
	const countSessions = () => shop.db.$count(sessions, eq(sessions.userId, account.id));
	const profilePage = await openHtml(shop, "/dashbord/myprofile", account);
	expect(profilePage.text).toContain("Safari on iPhone, Canada");
	const [list = ""] = />Where you are signed in<.*?<\/section>/s.exec(profilePage.html) ?? [];
	expect(list.match(/<li/g)).toHaveLength(4);
	expect(/<li.*?<\/li>/s.exec(list)?.[0], "the current device is listed first").toContain(
		"This device",
	);
	const pageAfterFirst = await profilePage.press("Sign out Safari on iPhone");
	expect(pageAfterFirst.text).toContain(success.sessionEnded);
	expect(await countSessions()).toBe(3);
	const pageAfterOthers = await pageAfterFirst.press("Sign out everywhere else");
	expect(pageAfterOthers.text).toContain(success.otherSessionsEnded);
	expect(await countSessions()).toBe(1);
	for (const button of ["Sign out Safari on iPhone", "Sign out everywhere else"])
		await expect(pageAfterOthers.press(button)).rejects.toThrow("found 0");
});

test("a shopper can delete their account only with the box checked and the right password", async () => {
	const account = await createAccount(shop, { password, useFastHash: true });
	const profilePage = await openHtml(shop, "/dashbord/myprofile", account);
	expect(profilePage.html).toMatch(/<a [^>]*href="\/dashbord\/mydata"[^>]*>Download my data</);
	const formPage = await profilePage.follow("Delete my account");
	expect(formPage.text).toContain("We keep paid orders in our records");
	expect(formPage.text).toContain("credited to “Former customer”");
	const emptyFormPage = await formPage.press("Delete my account");
	expect(emptyFormPage.text).toContain("Check the box to confirm");
	expect(emptyFormPage.text).toContain("Password is Required");
	const checkedBox = { [`Permanently delete ${account.email}`]: true };
	const wrongInputPage = await emptyFormPage.press("Delete my account", {
		...checkedBox,
		Password: "not this one",
	});
	expect(wrongInputPage.text).toContain(errors.wrong_password.message);
	const deletedPage = await wrongInputPage.press("Delete my account", {
		...checkedBox,
		Password: password,
	});
	expect(deletedPage.path).toBe("/");
	expect(deletedPage.text).toContain("Your account has been deleted.");
	expect(await shop.db.$count(users, eq(users.id, account.id))).toBe(0);
});

test("passkeys can be renamed and removed, but adding one requires JavaScript", async () => {
	const account = await createAccount(shop, { role: "support", password, useFastHash: true });
	const key = { publicKey: "AAAA", algorithm: -7, canSync: true, isSynced: true };
	const row = { id: createId(), userId: account.id, name: "Old phone", ...key };
	await shop.db.insert(passkeys).values(row);
	const page = await openHtml(shop, "/dashbord/passkeys", account);
	expect(page.text).toContain("Turn on JavaScript to add a passkey.");
	const renamedPage = await page.press("Save", { Name: "Phone" });
	expect(renamedPage.text).toContain("Passkey renamed");
	expect(renamedPage.getFieldValue("Name")).toBe("Phone");
	const removedPage = await renamedPage.press("Remove");
	expect(removedPage.text).toContain("You have no passkeys yet");
});
