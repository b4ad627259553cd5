import * as v from "valibot";
import { textLength } from "../limits.ts";
import { required } from "../messages.ts";
import { email, image, password, phone, text } from "./fields.ts";

export const signupSchema = v.object({
	name: text(required.name, textLength.name),
	email,
	password,
});

export const loginSchema = v.object({
	email,
	password,
});

export const forgotSchema = v.object({ email });

export const resetSchema = v.object({
	token: v.pipe(v.string(required.token), v.nonEmpty(required.token), v.maxLength(textLength.id)),
	password,
});

export const profileSchema = v.object({ img: image, phone });

export type Signup = v.InferOutput<typeof signupSchema>;
export type Login = v.InferOutput<typeof loginSchema>;
export type Profile = v.InferOutput<typeof profileSchema>;
