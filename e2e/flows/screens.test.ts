import { readMailMagazines } from '@kippu/contract/mail-magazines'
import { readShare } from '@kippu/contract/shares'
import { expect } from '@playwright/test'

import { IS_WHOLE_PROOF } from '../../tools/test/proof-choice.ts'
import { test } from '../fixtures.ts'
import { expectGoodScreen, LOOKED_AT } from '../good-screen.ts'

/** Screens that are not steps of a purchase, by their routes. */
const BESIDE = {
  visiting: '/visiting',
  privacy: '/privacy',
  specified: '/specified',
  terms: '/terms',
  'change-url': '/change-url',
  error: '/error',
  'payment-error': '/payment-error?time_change=false&additional_info=',
  'payment-error-inquiry': '/payment-error?time_change=false&additional_info=inquiry',
  'not-found': '/nowhere',
  'mail-release-unknown': '/mail-release/mag_unknown',
  ...(IS_WHOLE_PROOF && { 'shared-missing': `/tickets/shared/shr_${'x'.repeat(24)}` }),
} as const

for (const lang of LOOKED_AT) {
  test.describe(lang, () => {
    test.use({ lang })

    test(`every screen outside of the purchase, and the login of members, is good in ${lang} (R-2.02, R-2.13, R-2.24, R-2.32–37, R-2.39, R-2.81)`, async ({
      visitor,
      orderToPay,
      watch,
    }) => {
      for (const call of [readMailMagazines, readShare]) watch.mayRefuse(call)
      expect(orderToPay.price).toBeGreaterThan(0)
      await visitor.page.goto('/#/membership-login')
      await visitor.sees('membership_title')
      await expectGoodScreen(visitor, 'membership-login')
      for (const [name, route] of Object.entries(BESIDE)) {
        await visitor.page.goto(`/#${route}`)
        await expect(visitor.page.locator('main h1')).toBeVisible()
        await expectGoodScreen(visitor, name)
      }
    })
  })
}
