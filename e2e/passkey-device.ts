import type { Page } from '@playwright/test'

/** Gives the browser of a page a device that makes passkeys and shows them whenever it is asked, as Chromium plays it. */
export async function givePasskeyDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Opens an invitation on a device that has no passkey, in English. */
export async function enrol(page: Page, url: string): Promise<void> {
  await givePasskeyDevice(page)
  await page.goto(url)
  await page.getByRole('button', { name: 'Create passkey', exact: true }).click()
  await page.getByRole('button', { name: 'I have saved them', exact: true }).click()
}
