import type { Page } from 'playwright-core';
import { operatorInvitationDeps } from '#cli/operator.ts';
import type { Plan } from '#features/accounts/account.ts';
import { createInvitation } from '#features/accounts/manage-invitations.ts';
import type { Service } from '#test/support/service/start-service.ts';

const linkOf = async (service: Service, address: string, plan: Plan): Promise<string> => {
  const deps = operatorInvitationDeps(service.stack.environment);
  const { token } = await createInvitation(deps, { plan, name: `Guest on ${plan}`, email: '' }, 600);
  return `${address}#/invite/${token}`;
};

/** Accepts an invitation. @returns the key that the page shows */
async function accept(page: Page, link: string): Promise<string> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.getByText('Your account is ready').waitFor();
  return page.locator('.secret').innerText();
}

/**
 * Accepts invitations in the console, makes, renames and revokes a key, and looks around on the Free plan.
 * @param page without a session; it has none afterwards
 * @returns the faults
 */
export async function doAccounts(
  service: Service,
  page: Page,
  address: string,
  look: (name: string) => Promise<void>,
): Promise<string[]> {
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string) => void (isRight || faults.push(fault));
  const statusWith = async (key: string) =>
    (await fetch(`${service.stack.baseUrl}/timelines`, { headers: { 'x-api-key': key } })).status;

  const link = await linkOf(service, address, 'pro');
  await page.goto(link);
  await page.getByRole('button', { name: 'Make the account' }).waitFor();
  check(!page.url().includes('invite_'), 'the token stays in the address');
  await look('invitation');
  // Only the fragment differs: without a blank page in between, the browser would keep the page.
  await page.goto('about:blank');
  const first = await accept(page, link);
  check((await statusWith(first)) === 200, 'the first key does not work');
  await look('invitation accepted');
  await page.getByRole('link', { name: 'Open the console' }).click();
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByText('This session').waitFor();

  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Dashboard');
  await page.getByLabel('Scope').selectOption('read');
  await look('new API key');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Copy key' }).waitFor();
  const made = await page.locator('.secret').innerText();
  await look('API key created');
  check((await statusWith(made)) === 200, 'the new key does not work');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Rename Dashboard' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Wall display');
  await page.getByRole('button', { name: 'Rename', exact: true }).last().click();
  await page.getByText('Wall display').first().waitFor();
  await look('API keys');
  await page.getByRole('button', { name: 'Revoke Wall display' }).click();
  await look('revoke an API key');
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
  await page.getByText('is revoked').waitFor();
  check((await statusWith(made)) === 401, 'the revoked key works');

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('You are signed in as').waitFor();
  await page.getByRole('link', { name: 'Go to the console' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.getByText('This invitation is not valid').waitFor();
  await look('invitation refused');

  await page.goto('about:blank');
  await accept(page, await linkOf(service, address, 'free'));
  await page.getByRole('link', { name: 'Open the console' }).click();
  await page.getByText('is on the Free plan').waitFor();
  await look('the Free plan');
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByText('This session').waitFor();
  check((await page.getByRole('button', { name: 'New API key' }).count()) === 0, 'the Free plan offers a new key');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  return faults;
}
