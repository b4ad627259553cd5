import { globSync, readFileSync } from "node:fs";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { ShopError } from "#contract/errors.ts";
import {
	type Account,
	type Capability,
	can,
	capabilities,
	roleNames,
	roles,
} from "#contract/roles.ts";
import {
	useCasesForAccounts,
	useCasesForOwners,
	useCasesForShoppers,
} from "../../tests/guards/customers.ts";
import {
	accounts,
	type GuardedUseCases,
	localShop,
	owner,
	type UseCase,
} from "../../tests/guards/fixture.ts";
import { useCasesForAdmins, useCasesForOwnersAndAdmins } from "../../tests/guards/staff.ts";
import { unguardedUseCases } from "../../tests/guards/unguarded.ts";

// Node cannot load this package, which imports types as if they were values. It is used only with the KV binding `VIEWED`.
vi.mock("@react-router/cloudflare", () => ({}));

/** Replaces the capabilities of admins. */
function allowAdmins(includes: (capability: Capability) => boolean): void {
	Object.defineProperty(roles.admin, "can", { value: { includes } });
}
const adminCan = roles.admin.can;
function restoreAdmins() {
	Object.defineProperty(roles.admin, "can", { value: adminCan });
}
afterEach(restoreAdmins);

afterAll(localShop.close);

type AccountCase = { name: string; useCase: UseCase };
/** `requiredCapability` is the one that the use case itself checks. */
type GuardCase = AccountCase & {
	capability: Capability;
	requiredCapability: Capability | undefined;
};

/** Returns the error of a use case for an account; undefined if it succeeds. */
async function runAs(account: Account | null, useCase: UseCase): Promise<unknown> {
	try {
		await useCase(localShop.createContext(account));
	} catch (error) {
		return error;
	}
}

/** Calls the use case as an admin without any capability. The first check rejects them, which shows the required capability. */
async function findRequiredCapability(useCase: UseCase): Promise<Capability | undefined> {
	const checkedCapabilities: Capability[] = [];
	allowAdmins((capability) => {
		checkedCapabilities.push(capability);
		return false;
	});
	await runAs(accounts.admin, useCase);
	restoreAdmins();
	return checkedCapabilities[0];
}

const createAccountCases = (useCases: Record<string, UseCase>): AccountCase[] =>
	Object.entries(useCases).map(([name, useCase]) => ({ name, useCase }));

async function createCases(useCasesByCapability: GuardedUseCases): Promise<GuardCase[]> {
	const cases: GuardCase[] = [];
	for (const capability of capabilities) {
		for (const { name, useCase } of createAccountCases(useCasesByCapability[capability] ?? {})) {
			cases.push({
				capability,
				name,
				useCase,
				requiredCapability: await findRequiredCapability(useCase),
			});
		}
	}
	return cases;
}

const [adminCases, shopperCases] = [
	await createCases(useCasesForAdmins),
	await createCases(useCasesForShoppers),
];
const ownerOrAdminCases = await createCases(useCasesForOwnersAndAdmins);
const ownerCases = createAccountCases(useCasesForOwners);

test("each capability is required by at least one use case", () => {
	const requiredCapabilities = [adminCases, shopperCases, ownerOrAdminCases]
		.flat()
		.map((row) => row.requiredCapability);
	expect(new Set(requiredCapabilities)).toEqual(new Set(capabilities));
});

// Pages call use cases without the guard of an API call, so each use case must check permissions itself.
describe("the use case itself rejects an anonymous visitor", () => {
	test.each(
		[
			adminCases,
			shopperCases,
			ownerOrAdminCases,
			ownerCases,
			createAccountCases(useCasesForAccounts),
		].flat(),
	)("$name", async ({ useCase }) => {
		expect(await runAs(null, useCase)).toMatchObject({ status: 401 });
	});
});

describe("the use case itself rejects a shopper", () => {
	test.each([adminCases, ownerOrAdminCases, ownerCases].flat())("$name", async ({ useCase }) => {
		expect(await runAs(accounts.shopper, useCase)).toMatchObject({ status: 403 });
	});
});

describe("the use case itself rejects an admin", () => {
	test.each([shopperCases, ownerCases].flat())("$name", async ({ useCase }) => {
		expect(await runAs(accounts.admin, useCase)).toMatchObject({ status: 403 });
	});
});

describe("the use case itself rejects an account with every capability but the required one", () => {
	test.each([adminCases, shopperCases, ownerOrAdminCases].flat())(
		"$name: $requiredCapability",
		async (row) => {
			allowAdmins((capability) => capability !== row.requiredCapability);
			expect(await runAs(accounts.admin, row.useCase)).toMatchObject({ status: 403 });
		},
	);
});

describe("the use case requires a capability that only allowed roles have", () => {
	test.each([adminCases, shopperCases, ownerOrAdminCases].flat())("$name: $capability", (row) => {
		const { requiredCapability, capability } = row;
		for (const role of roleNames.filter(
			(role) => requiredCapability && can({ role }, requiredCapability),
		)) {
			expect(can({ role }, capability), role).toBe(true);
		}
	});
});

/** Returns the names of the functions with `ShopContext` as their first parameter that pages and API calls import from worker/shop. */
function listImportedUseCases(): string[] {
	const files = globSync("{app,worker/api}/**/*.{ts,tsx}", { exclude: ["**/*.test.*"] });
	const useCases = files.flatMap((file) =>
		[
			...readFileSync(file, "utf8").matchAll(/import \{([^}]*)\} from "#(worker\/shop\/[^"]+)"/g),
		].flatMap(([, names = "", path = ""]) => {
			const source = readFileSync(path, "utf8");
			return names
				.split(",")
				.map((name) => name.trim().replace(/ as .*/, ""))
				.filter(
					(name) =>
						name !== "" &&
						new RegExp(
							`export (async )?(function|const) ${name}\\b[^(;]*\\(\\s*(\\w+|\\{[^}]*\\}): ShopContext\\b`,
						).test(source),
				);
		}),
	);
	return [...new Set(useCases)].sort();
}

test("each use case of a page or an API call is in tests/guards", () => {
	const guarded = [
		...[useCasesForAdmins, useCasesForShoppers, useCasesForOwnersAndAdmins].flatMap((useCases) =>
			Object.values(useCases).flatMap((group) => Object.keys(group)),
		),
		...[useCasesForOwners, useCasesForAccounts].flatMap((useCases) => Object.keys(useCases)),
	];
	const useCases = listImportedUseCases();
	expect(useCases.length).toBeGreaterThan(200);
	expect(useCases.filter((name) => !guarded.includes(name))).toEqual([...unguardedUseCases].sort());
});

// Last, because some of these use cases change the owner's order.
describe("the use case itself lets the owner of the data pass", () => {
	// The owner has no session, for which a token could be issued.
	const casesWithoutSession = ownerCases.filter(({ name }) => name !== "issueAccessToken");
	test.each([casesWithoutSession, ownerOrAdminCases].flat())("$name", async ({ useCase }) => {
		const result = await runAs(owner, useCase);
		if (result instanceof Error) expect(result).toBeInstanceOf(ShopError);
		expect([401, 403]).not.toContain(Object(result).status);
	});
});
