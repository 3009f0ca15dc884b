import { acceptShare, readShare, takeBackShare } from '@kippu/contract/shares'
import { readReservation, readTickets } from '@kippu/contract/reservations'
import { LANGUAGES } from '@kippu/domain/language'
import { expect } from '@playwright/test'

import { IS_WHOLE_PROOF } from '../../tools/test/proof-choice.ts'
import { buyAhead } from '../bought-ahead.ts'
import { test } from '../fixtures.ts'
import { expectGoodInEachLanguage, expectGoodScreen } from '../good-screen.ts'
import { waitForMail } from '../mailbox.ts'
import type { Visitor } from '../visitor.ts'
import { DIGITAL_FOREST } from '../visits.ts'

const ADULT = DIGITAL_FOREST.ticketTypes[0]

/** Chooses one adult's ticket. */
async function choosesOne({ page, t, lang }: Visitor): Promise<void> {
  const name = ADULT?.name[lang] ?? ''
  await page.getByRole('button', { name: t('share_more', { name }), exact: true }).click()
  await expect(page.getByRole('group', { name, exact: true }).getByRole('status')).toHaveText('1')
}

/** Opens the page where tickets are handed on, by the link of the ticket page. */
async function opensSharing(visitor: Visitor, reservationToken: string): Promise<void> {
  const { page, t, lang } = visitor
  await page.goto(`/tickets/?lang=${lang}#/id/${reservationToken}`)
  await page.getByRole('link', { name: t('ticket_share') }).click()
  await visitor.sees('share_title')
}

for (const lang of IS_WHOLE_PROOF ? LANGUAGES : (['th'] as const)) {
  test.describe(lang, () => {
    test.use({ lang })

    test(`one of two tickets is handed on by a link, accepted on another device, and taken back, in ${lang} (R-1.09, R-2.47, R-2.48, S-10.03–05, S-10.08)`, async ({
      visitor,
      visit,
      otherDevice,
      watch,
    }) => {
      for (const call of [readShare, acceptShare, readReservation, readTickets]) watch.mayRefuse(call)
      const { page, t } = visitor
      const { reservationToken } = await buyAhead(visit, visitor)
      await opensSharing(visitor, reservationToken)
      await visitor.button('share_make_link').click()
      await expect(page.getByText(t('share_nothing_chosen'))).toBeVisible()
      await choosesOne(visitor)
      await visitor.button('share_make_link').click()
      await expect(page.getByText(t('share_status_offered'))).toBeVisible()
      const link = page.getByRole('textbox', { name: t('share_link_label') })
      await expect(link).toHaveValue(/\/to\/tickets\/shared\/shr_/)
      const url = await link.inputValue()
      await expectGoodScreen(visitor, 'share')
      // The last one stays.
      await expect(page.getByText(t('share_reason_single'))).toBeVisible()

      const friend = await otherDevice()
      await friend.page.goto(url)
      await friend.sees('shared_title')
      await expect(friend.page.locator('main')).not.toContainText('tkt_')
      await expectGoodScreen(friend, 'shared')
      await friend.button('shared_accept').click()
      await friend.page.waitForURL(/\/tickets\/.*#\/id\/shd_/)
      await expect(friend.page.locator('article')).toHaveCount(1)
      await expect(friend.page.getByText(t('ticket_number'), { exact: true })).toHaveCount(0)
      await expect(friend.page.getByRole('link', { name: t('change_title') })).toHaveCount(0)
      await friend.page.reload()
      await expect(friend.page.locator('article')).toHaveCount(1)
      // The link leads this browser to its tickets, and no other one.
      await friend.page.goto(url)
      await friend.button('mail_complete_button').click()
      await friend.page.waitForURL(/\/tickets\/.*#\/id\/shd_/)
      const stranger = await otherDevice()
      await stranger.page.goto(url)
      await stranger.sees('shared_elsewhere_title')

      await page.reload()
      await expect(page.getByText(t('share_status_accepted'))).toBeVisible()
      await page.goto(`/tickets/?lang=${lang}#/id/${reservationToken}`)
      await expect(page.getByText(t('ticket_status_shared'), { exact: true })).toBeVisible()
      await expect(page.getByText(t('change_reason_handed_on'))).toBeVisible()
      await page.getByRole('link', { name: t('ticket_share') }).click()
      await visitor.button('share_take_back').click()
      await page
        .getByRole('group', { name: t('share_take_back_title') })
        .getByRole('button')
        .first()
        .click()
      await expect(page.getByRole('heading', { name: t('share_given') })).toBeHidden()
      await friend.page.reload()
      await friend.page.goto(url)
      await friend.sees('shared_missing_title')
      await page.getByRole('link', { name: t('share_to_tickets') }).click()
      await expect(page.getByRole('link', { name: t('change_title') })).toBeVisible()
    })
  })
}

test.describe('en', () => {
  test.use({ lang: 'en' })

  test('a ticket is sent to a friend by mail, with a wrong address first, and sent once more (R-1.10, R-2.49, R-3.73, S-10.06)', async ({
    visitor,
    visit,
    otherDevice,
    watch,
  }) => {
    watch.mayRefuse(takeBackShare)
    const { page, t } = visitor
    const friendAddress = `friend-${visitor.email}`
    const { reservationToken } = await buyAhead(visit, visitor)
    await opensSharing(visitor, reservationToken)
    await page.getByRole('link', { name: t('share_by_mail') }).click()
    await visitor.sees('send_title')
    await visitor.button('send_submit').click()
    await expect(visitor.errorSummary()).toBeVisible()
    await expectGoodInEachLanguage(visitor, 'send')
    await choosesOne(visitor)
    await visitor.field('send_email').fill('friend@')
    await visitor.field('send_name').fill('Hana')
    await page.getByRole('textbox', { name: t('send_message') }).fill('See you at the gate! www.evil.example')
    await visitor.button('send_submit').click()
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(1)
    await visitor.field('send_email').fill(friendAddress)
    await visitor.button('send_submit').click()
    await visitor.sees('send_done_title')
    const mail = await waitForMail(friendAddress, { kind: 'share' })
    expect(mail.subject).toContain('Hana')
    expect(mail.text).toContain('See you at the gate!')
    expect(mail.text).not.toContain('evil')
    await page.getByRole('link', { name: t('send_to_share') }).click()
    await expect(page.getByText(t('share_status_offered'))).toBeVisible()
    // The same share, to another address: its tickets are chosen already.
    await page.goBack()
    await visitor.field('send_email').fill(`other-${friendAddress}`)
    await visitor.field('send_name').fill('Hana')
    await visitor.button('send_submit').click()
    await visitor.sees('send_done_title')
    await waitForMail(`other-${friendAddress}`, { kind: 'share' })
    const friend = await otherDevice()
    await friend.page.goto(/https?:\S+\/to\/tickets\/shared\/\S+/.exec(mail.text)?.[0] ?? '')
    await friend.button('shared_accept').click()
    await expect(friend.page.locator('article')).toHaveCount(1)
  })
})
