import { checkIn } from '@kippu/contract/check-in'
import { LANGUAGES } from '@kippu/domain/language'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

import { IS_WHOLE_PROOF } from '../../tools/test/proof-choice.ts'
import { expectAccessible } from '../axe.ts'
import { buyAhead } from '../bought-ahead.ts'
import { launchWithCamera, showToCamera } from '../fake-camera.ts'
import { test } from '../fixtures.ts'
import { expectFits, expectGoodInEachLanguage, expectGoodScreen } from '../good-screen.ts'
import type { Visitor } from '../visitor.ts'
import { DIGITAL_FOREST, lonelyVisit, visitAside } from '../visits.ts'

test.use({ launchOptions: launchWithCamera, permissions: ['camera'] })
// Both change how the product lets in.
test.describe.configure({ mode: 'default' })

/** What can be pressed at a gate with a glove, in pixels. */
const GLOVE = 64

const stepOf = (page: Page, name: string): Locator => page.locator(`[data-step="${name}"]`)

/** At a gate: everybody can read it, and a glove hits it. */
async function expectAtGate(visitor: Visitor, step: string): Promise<void> {
  const { page } = visitor
  const shown = stepOf(page, step)
  await expect(shown).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, step)
  // Another language loads the page anew, which asks who comes in once more: steps of the second story are looked at in its language.
  if (IS_WHOLE_PROOF)
    await (step === 'error' ? expectGoodInEachLanguage : expectGoodScreen)(visitor, `check-in-${step}`)
  const targets = await shown.locator('a, button, label:has(input), input:not([type="checkbox"])').all()
  for (const target of targets)
    expect((await target.boundingBox())?.height ?? 0, await target.innerText()).toBeGreaterThanOrEqual(GLOVE)
}

async function opensCheckIn(visitor: Visitor, reservationToken: string): Promise<void> {
  const { page, lang, t } = visitor
  await page.goto(`/tickets/?lang=${lang}#/id/${reservationToken}`)
  await page
    .getByRole('link', { name: t('ticket_check_in') })
    .first()
    .click()
  await expectAtGate(visitor, 'init')
}

test('a visitor reads the QR code of the gate with the camera and is in; after that the ticket is used (R-1.12, R-4.04, R-4.05, S-9.01, S-9.02, S-9.11)', async ({
  visitor,
  database,
  watch,
}) => {
  const { page, t } = visitor
  watch.mayRefuse(checkIn)
  const visit = await visitAside(lonelyVisit(3).date, DIGITAL_FOREST)
  const { reservationToken } = await buyAhead(visit, visitor)
  await database.openNow(visit.timeSpanId)
  await database.checksInBy(DIGITAL_FOREST.uuid, 'read_qr')

  // Another poster first: the page says so, and reads on.
  showToCamera('https://example.com/')
  await opensCheckIn(visitor, reservationToken)
  await visitor.button('checkin_begin').click()
  await expect(page.getByText(t('checkin_gate_code_wrong'))).toBeVisible()
  await expectAtGate(visitor, 'tap')
  await page.goBack()
  showToCamera(await database.openGate('Story'))
  await visitor.button('checkin_begin').click()

  await expectAtGate(visitor, 'success')
  const clock = stepOf(page, 'success').locator('time')
  const first = await clock.innerText()
  await expect(clock).not.toHaveText(first)
  // For two minutes, in the tab that made the entry.
  await page.reload()
  await expectAtGate(visitor, 'success')
  await expect(page.getByRole('heading', { name: t('checkin_entered'), exact: true })).toBeVisible()
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expectAtGate(visitor, 'error')
  await expect(page.getByText(t.like('checkin_used_at'))).toBeVisible()
})

for (const lang of IS_WHOLE_PROOF ? LANGUAGES : (['ja'] as const))
  test.describe(lang, () => {
    test.use({ lang })

    test(`one of a party checks in by the code of the day, the other one later, in ${lang} (R-4.06, S-9.10)`, async ({
      visitor,
      database,
      watch,
    }) => {
      const { page, t } = visitor
      watch.mayRefuse(checkIn)
      const visit = await visitAside(lonelyVisit(6).date, DIGITAL_FOREST)
      const { reservationToken } = await buyAhead(visit, visitor)
      await database.openNow(visit.timeSpanId)
      await database.checksInBy(DIGITAL_FOREST.uuid, 'tap_ticket')

      await opensCheckIn(visitor, reservationToken)
      await page.getByRole('checkbox').nth(1).click()
      await visitor.button('checkin_begin').click()
      await expectAtGate(visitor, 'tap')
      const code = page.getByLabel(t('checkin_presence_code'))
      const now = database.presenceCode()
      await code.fill(now === '000000' ? '111111' : '000000')
      await visitor.button('checkin_send').click()
      await expect(page.getByText(t('checkin_presence_wrong'))).toBeVisible()
      await code.fill(database.presenceCode())
      await visitor.button('checkin_send').click()
      await expectAtGate(visitor, 'success')

      await stepOf(page, 'success')
        .getByRole('link', { name: t('checkin_to_tickets') })
        .click()
      await expect(page.getByText(t('ticket_status_used'), { exact: true })).toBeVisible()
      await page.getByRole('link', { name: t('ticket_check_in') }).click()
      await expectAtGate(visitor, 'init')
      await expect(page.getByRole('checkbox')).toHaveCount(0)
    })
  })
