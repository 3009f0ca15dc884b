import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { LANGUAGES } from '@kippu/domain/language'
import { textsOf } from '@kippu/texts/texts'
import { describe, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { eventually, render } from '../../../test/render.tsx'
import { LegalScreen } from './legal-screen.tsx'

const PAGES = ['privacy', 'specified', 'terms'] as const

/** A site's own statements. */
const SITE = {
  site_seller: 'Tomori Museum Foundation',
  site_representative: 'Akari Mizuno',
  site_address: '1-1 Mizube',
  site_phone: '0260-00-0001',
  site_phone_hours: '10:00–17:00',
  site_email: 'tickets@tomori.example',
  site_registration_number: 'T0000000000001',
  site_cancellation: 'No refunds.',
  site_visit_conditions: 'One person a ticket.',
  site_transmission: 'What goes to whom.',
}

function open(page: (typeof PAGES)[number], lang: (typeof LANGUAGES)[number] = 'en') {
  const methods: PaymentMethodRow[] = [
    {
      payment_method_type: 'stripe_secure',
      name: 'Credit card',
      discount_type: null,
      discount_amount: 0,
      least_amount: 1,
      client: { provider: 'stripe', scripts: [], styles: [], config: {}, is_test: true },
    },
  ]
  answerFetch({ 'GET /api/v1/paymentmethods': methods })
  return render(<LegalScreen page={page} />, buildFirstView({ lang, texts: { ...textsOf(lang), ...SITE } }))
    .element
}

describe.each(PAGES)('/%s (R-2.35–2.37)', page => {
  test.each(LANGUAGES)('has its title and its sections in %s', lang => {
    const element = open(page, lang)
    expect(element.querySelector('h1')?.textContent).toBe(textsOf(lang)[`${page}_title`])
    const headings = [...element.querySelectorAll('h2, dt')]
    expect(headings.length).toBeGreaterThan(8)
    for (const heading of headings) expect(heading.textContent).not.toBe('')
    for (const paragraph of element.querySelectorAll('p, li')) expect(paragraph.textContent).not.toBe('')
    expect(element.textContent).not.toMatch(/[{}]/)
    expect(element.textContent).toContain(SITE.site_seller)
  })
})

test('R-2.36: /specified says everything the law requires of a mail-order seller', async () => {
  const element = open('specified')
  await eventually(() =>
    expect(element.textContent).toContain(
      'Credit card (Visa, Mastercard, JCB, American Express, and Diners Club)',
    ),
  )
  for (const words of Object.values(SITE)) expect(element.textContent).toContain(words)
  const facts = [...element.querySelectorAll('dt')].map(fact => fact.textContent)
  expect(facts).toEqual([
    'Seller',
    'Person responsible',
    'Address',
    'Phone number',
    'Email address',
    'Registration number (qualified invoice issuer)',
    'Prices',
    'Other costs',
    'Payment methods',
    'When you pay',
    'When you can order',
    'Delivery of tickets',
    'Cancellation and refunds',
    'Conditions of entry',
    'What you need',
  ])
  for (const fact of element.querySelectorAll('dd')) expect(fact.textContent).not.toBe('')
})

test('R-2.36: telephone and e-mail are one press away', () => {
  const links = [...open('specified').querySelectorAll('a')].map(link => link.getAttribute('href'))
  expect(links).toEqual(['tel:0260000001', 'mailto:tickets@tomori.example'])
})

test('the notices on resale and on data sent by the browser are on the pages where visitors look for them', () => {
  const headingsOf = (page: (typeof PAGES)[number]) =>
    [...open(page).querySelectorAll('h2')].map(heading => heading.textContent)
  const [resale, transmission] = ['Resale of tickets', 'What your browser sends to others']
  expect(headingsOf('specified')).toEqual([resale, transmission])
  expect(headingsOf('privacy')).toContain(transmission)
  expect(headingsOf('terms')).toContain(resale)
})

describe('the notice on data sent by the browser names each third-party script of the site', () => {
  const SCRIPTS = {
    deviceFingerprintScript: 'https://devices.example/v1.js',
    tagManagerScript: 'https://www.googletagmanager.com/gtm.js?id=GTM-TEST1',
    adTrackerScript: 'https://cdn.ads.example/v1.js',
  }
  const NAMES = ['fraud detection service', 'Google Tag Manager', 'cdn.ads.example']
  const noticeWith = (scripts: Partial<typeof SCRIPTS>): string | null => {
    const view = buildFirstView({ lang: 'en', texts: { ...textsOf('en'), ...SITE } })
    const site = { ...view.site, ...scripts }
    return render(<LegalScreen page="privacy" />, { ...view, site }).element.textContent
  }

  test.each(NAMES.map((name, i) => [name, Object.entries(SCRIPTS)[i]!] as const))(
    '%s (R-3.40, R-7.71, R-7.72)',
    (name, [key, script]) => {
      const notice = noticeWith({ [key]: script })
      expect(NAMES.filter(other => notice?.includes(other))).toEqual([name])
    },
  )

  test('names no third party when the site has no such script', () => {
    for (const name of NAMES) expect(noticeWith({})).not.toContain(name)
  })
})

test('R-2.35: the privacy policy says whom to ask', () => {
  const text = open('privacy').textContent
  for (const words of [SITE.site_email, SITE.site_address, SITE.site_phone]) expect(text).toContain(words)
})

test('R-2.37: the terms include the site’s own rules on entry and cancellation', () => {
  const text = open('terms').textContent
  for (const words of [SITE.site_visit_conditions, SITE.site_cancellation]) expect(text).toContain(words)
})
