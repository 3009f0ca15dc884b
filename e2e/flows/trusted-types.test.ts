import { readReservation } from '@kippu/contract/reservations'
import { expect } from '@playwright/test'

import { test } from '../fixtures.ts'
import { STACK } from '../stack.ts'

const TOKEN = 'rsv_nobody-has-it'
const DIRECTIVE = 'require-trusted-types-for'

/** Reports that the store has counted of the directive. */
async function reported(): Promise<number> {
  const text = await (await fetch(`${STACK.store}/metrics`)).text()
  return Number(
    new RegExp(`kippu_csp_reports_total\\{directive="${DIRECTIVE}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
  )
}

test('on a page without scripts of others no text becomes markup, and the store hears of the attempt (S-15.04)', async ({
  visitor,
  watch,
}) => {
  const { page } = visitor
  watch.mayViolate(/requires 'TrustedHTML' assignment/)
  const before = await reported()
  // As a browser reads it that does not know `report-to`: this one reports nothing that way.
  await page.route('**/tickets/', async route => {
    const response = await route.fetch()
    const { 'content-security-policy': policy = '', ...headers } = response.headers()
    expect(policy).toContain(`${DIRECTIVE} 'script'`)
    const known = policy.replace('; report-to csp', '')
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': known } })
  })
  // Unanswered: an unknown ticket would lead to the other document.
  await page.route(`**${readReservation.path.replace('{reservation_token}', '*')}*`, () => undefined)
  const asked = page.waitForRequest(request => request.url().includes(TOKEN))
  await page.goto(`/tickets/#/id/${TOKEN}`)
  // The app runs, from an address that its own policy made.
  await asked
  const outcome = await page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<b>'
      return 'markup'
    } catch (error) {
      return error instanceof TypeError ? 'refused' : String(error)
    }
  })
  expect(outcome).toBe('refused')
  await expect.poll(reported, { intervals: [50] }).toBe(before + 1)
})
