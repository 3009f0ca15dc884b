import { releaseMailMagazine } from '@kippu/contract/mail-magazines'
import { confirmOrderMail } from '@kippu/contract/order-mails'
import { expect } from '@playwright/test'

import { inProof, test } from '../fixtures.ts'
import type { Visitor } from '../visitor.ts'

/** The button that ends one magazine. */
async function endsMagazine(
  { page, t }: Visitor,
  name: 'mail_release_mail_magazine' | 'mail_release_teamlab_mail_magazine',
): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: t(name) })
  await row.getByRole('button', { name: t('mail_release_submit'), exact: true }).click()
}

test('the visitor ends the magazines they subscribed to with the tickets by the link of the mail, one by one (R-1.15, R-2.39, R-2.40, S-6.05–07)', async ({
  visitor,
  visit,
  watch,
}) => {
  watch.mayRefuse(releaseMailMagazine)
  await visitor.openStore()
  await visitor.orderVisit(visit)
  for (const key of ['sign_in_field_mail_magazine', 'sign_in_field_teamlab_mail_magazine'] as const) {
    const box = visitor.page.getByRole('checkbox', { name: visitor.t(key), exact: true })
    // The site ticks it; pressing twice leaves it ticked.
    await expect(box).toBeChecked()
  }
  await visitor.signInByMail()
  await visitor.buys()

  await visitor.followMailLink('release')
  await visitor.sees('mail_release_title')
  const late = visitor.as({ page: await visitor.page.context().newPage() })
  await late.page.goto(visitor.page.url())
  await late.sees('mail_release_title')
  await endsMagazine(visitor, 'mail_release_mail_magazine')
  await visitor.sees('mail_release_done_title')
  await expect(visitor.page).toHaveURL(/#\/mail-release-completion/)

  // A window that is out of date gets a message, and shows the magazines that are left.
  await endsMagazine(late, 'mail_release_mail_magazine')
  await late.readsRefusal('mail magazine already unsubscribed')
  await expect(
    late.page.getByRole('listitem').filter({ hasText: late.t('mail_release_submit') }),
  ).toHaveCount(1)
  await late.page.close()

  await visitor.page.getByRole('link', { name: visitor.t('mail_release_others'), exact: true }).click()
  await endsMagazine(visitor, 'mail_release_teamlab_mail_magazine')
  await visitor.sees('mail_release_done_title')
  await visitor.page.goBack()
  await visitor.sees('mail_release_none_title')
})

inProof(
  'unticked boxes subscribe to no magazine: the mail has no link to end one (S-6.07, R-3.49)',
  async ({ visitor, visit }) => {
    await visitor.openStore()
    await visitor.orderVisit(visit)
    for (const key of ['sign_in_field_mail_magazine', 'sign_in_field_teamlab_mail_magazine'] as const)
      await visitor.page.getByRole('checkbox', { name: visitor.t(key), exact: true }).uncheck()
    await visitor.signInByMail()
    await visitor.buys()
    expect((await visitor.readMail('completion')).text).not.toContain('mail-release')
  },
)

inProof('an unknown link says that there is nothing to end (R-7.37)', async ({ visitor, watch }) => {
  watch.mayRefuse({ path: '/api/v1/mailmagazines/{token}' })
  await visitor.page.goto(`/#/mail-release/mag_${'x'.repeat(24)}`)
  await visitor.sees('mail_release_none_title')
  await expect(visitor.page.getByRole('dialog')).toHaveCount(0)
})

inProof(
  'a corrected address gets the mail, and the link of the wrong one dies (S-1.02, R-2.14)',
  async ({ visitor, visit, otherDevice, watch }) => {
    watch.mayRefuse(confirmOrderMail)
    const { page } = visitor
    await visitor.openStore()
    await visitor.orderVisit(visit)
    const wrong = visitor.as({ email: `wrong-${visitor.email}` })
    await wrong.signIn()
    const first = await wrong.takeLink('confirmation')
    await visitor.button('mail_sent_correct').click()
    await visitor.sees('sign_in_title')
    await expect(page.locator('#buyer-name')).toHaveValue('Kippu Taro')
    await expect(page.locator('#buyer-email')).toHaveValue(wrong.email)
    await visitor.signIn()
    await expect(page.getByText(visitor.email, { exact: true })).toBeVisible()
    const there = await otherDevice()
    await there.page.goto(first)
    await there.button('mail_link_ask').click()
    await there.readsRefusal('record not found')
    await visitor.followMailLink()
  },
)
