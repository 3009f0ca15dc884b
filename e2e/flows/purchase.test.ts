import { bcp47Of } from '@kippu/domain/language'
import { expect } from '@playwright/test'

import { expectAccessible } from '../axe.ts'
import { callStore } from '../call-store.ts'
import { inProof, test, WITH_MOTION } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'
import { readQrCode } from '../qr-code.ts'
import type { Visitor } from '../visitor.ts'

test.use(WITH_MOTION)

/** `npm test` looks at the same screens in `six-languages.test.ts`, with the longest words, and buys in `keyboard.test.ts` and `counted-purchase.test.ts`. */
const look = ({ page }: Visitor): Promise<void> => expectAccessible(page)

for (const lang of ['ja', 'en'] as const) {
  test.describe(lang, () => {
    test.use({ lang })

    inProof(
      'a visitor far from Japan and without an account chooses a day and a time, pays two tickets with 3-D Secure and gets their codes (R-1.01, R-1.48, R-2.01, R-4.37, R-4.39)',
      async ({ visitor, visit, database }) => {
        const { t } = visitor
        await visitor.openStore()
        await expect(visitor.page.locator('html')).toHaveAttribute('lang', bcp47Of(lang))
        await look(visitor)
        await visitor.chooseVisit(visit)
        await expect(
          visitor.page.getByText(t.price(visit.adultPrice * 2), { exact: true }).first(),
        ).toBeVisible()
        await look(visitor)

        await visitor.goOn()
        const orderToken = await visitor.orderToken()
        await look(visitor)
        await visitor.button('sign_in_submit').click()
        await expect(visitor.errorSummary()).toBeFocused()
        await look(visitor)
        await visitor.signIn()
        await expect(visitor.page.getByText(visitor.email)).toBeVisible()
        await look(visitor)

        await visitor.followMailLink()
        await visitor.choosePayment('stripe_secure')
        await expect(visitor.page.locator('iframe')).toBeVisible()
        await look(visitor)
        await visitor.enterCard('3220')
        await look(visitor)
        await visitor.pay()
        await visitor.passChallenge()
        const number = await visitor.seesCompletionPage()
        await expect(visitor.page.getByText(t('complete_mail', { email: visitor.email }))).toBeVisible()
        await look(visitor)
        await expectOneCharge(database, { orderToken, price: visit.adultPrice * 2 })

        await visitor.followMailLink('completion')
        await expect(
          visitor.page.getByRole('heading', { level: 1, name: visit.product.name[lang] }),
        ).toBeVisible()
        await expect(visitor.page.getByText(number)).toBeVisible()
        await look(visitor)
        const params = { reservation_token: /\/id\/([\w-]+)/.exec(visitor.page.url())?.[1] ?? '' }
        const reservation = await callStore('readReservation', { params, query: { lang } })
        expect(reservation).toMatchObject({ reservation_number: number, price: visit.adultPrice * 2 })
        const tickets = await callStore('readTickets', { params, query: { lang } })
        expect(tickets).toHaveLength(2)
        for (const [index, ticket] of tickets.entries()) {
          const position = t('ticket_position', { current: index + 1, total: 2 })
          const code = visitor.page.getByLabel(t('ticket_qr_label', { position }), { exact: true })
          expect(await readQrCode(code)).toBe(ticket.signed_code)
          if (index === 0) await visitor.button('ticket_next').click()
        }
      },
    )
  })
}
