import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { hoursOn } from '@kippu/domain/calendar/opening-hours'
import { datesBetween, timeOf } from '@kippu/domain/jst-date'
import { LANGUAGES } from '@kippu/domain/language'
import { SITE_PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { describe, expect, test } from 'vitest'

import { defineSite, type SiteDefinition } from '@kippu/sites/define-site'
import { SITE_KEYS, siteOf } from './demo-sites.ts'
import { DEMO_PRODUCTS } from './products.ts'
import { demoDay } from './stock.ts'
import { browserMethodsOf, type Site } from '@kippu/sites/site'

const demo = siteOf('demo')
const define = (definition: SiteDefinition) => defineSite(definition, { folders: [], hero: 'hero.svg' })

const LOGO = { header: { width: 1, height: 1 }, print: { width: 1, height: 1 } }
const FOLDER = path.join(import.meta.dirname, '../sites')

function fileOf(url: string): string {
  return path.join(FOLDER, url.replace(/^\/sites\//, ''))
}

/** The definition of the demo, without the values that have a default. */
function leastDefinition() {
  const { key, title, name, tagline, address, mail, issuer } = demo
  const { seller, representative, phone } = demo.legal
  const legal = { seller, representative, phone }
  const paymentMethods = { web: ['stripe_secure'] as const }
  return { key, title, name, tagline, address, paymentMethods, mail, issuer, legal, logo: LOGO }
}

test.each(['gmo', 'stripe', 'softbank_credit'] as const)(
  '%s, a card without 3-D Secure, must be acknowledged',
  method => {
    const definition = { ...leastDefinition(), paymentMethods: { web: ['stripe_secure', method] as const } }
    const problem = `site demo: ${method} is listed, which needs allowsWithoutThreeDSecure: true`
    expect(() => define(definition)).toThrow(problem)
    expect(() => define({ ...definition, allowsWithoutThreeDSecure: true })).not.toThrow()
  },
)

test('every other method needs no acknowledgement', () => {
  const web = SITE_PAYMENT_METHODS.filter(method => !['gmo', 'stripe', 'softbank_credit'].includes(method))
  expect(() => define({ ...leastDefinition(), paymentMethods: { web } })).not.toThrow()
})

test('a site lists at least one method, and each once', () => {
  expect(() => define({ ...leastDefinition(), paymentMethods: { web: [] } })).toThrow(/web is empty/)
  const web = ['alipay', 'd_pay', 'alipay'] as const
  expect(() => define({ ...leastDefinition(), paymentMethods: { web } })).toThrow(/web has a method twice/)
  const spot = web
  const atDoor = { web: ['alipay'] as const, spot }
  expect(() => define({ ...leastDefinition(), paymentMethods: atDoor })).toThrow(/spot has a method twice/)
})

test('values that a site leaves out have the required defaults (R-3.36–3.39, R-3.45, R-3.49)', () => {
  const { address, mail, ...definition } = leastDefinition()
  expect(define({ address, mail, ...definition })).toMatchObject({
    currency: 'JPY',
    orderLayout: 'product_first',
    weekOffset: 1,
    calendarColors: false,
    completeButton: true,
    requiresProduct: false,
    allowsWithoutThreeDSecure: false,
    footer: { disabled: false, showBrand: true },
    membership: { loginType: 'IdPass', disabled: false, required: false, skipMailAuthentication: false },
    signIn: {
      residentArea: 'text',
      regions: [],
      mailMagazine: true,
      teamlabMailMagazine: false,
      fields: { email: 'required', phone: 'optional', address: 'hidden', questionnaire1: 'hidden' },
      question1: null,
    },
    legal: { address, email: mail.contact },
  })
})

test('a site that lacks something the law requires stops the start, and the message names it', () => {
  const definition = leastDefinition()
  const legal = { ...definition.legal, phone: ' ', seller: { ...definition.legal.seller, th: '' } }
  const issuer = { ...definition.issuer, registrationNumber: '1' }
  expect(() => define({ ...definition, legal, issuer })).toThrow(
    'site demo: legal.seller is empty in th; legal.phone is empty; issuer.registrationNumber is not T and 13 digits',
  )
})

describe('a sign-in config is whole', () => {
  const words = demo.name
  const asked = (signIn: NonNullable<Parameters<typeof define>[0]['signIn']>) => () =>
    define({ ...leastDefinition(), signIn })

  test('a regional list has regions, each once, and no other list has (R-3.48)', () => {
    const here = { value: 'here', label: words }
    expect(asked({ residentArea: 'regional', regions: [here] })).not.toThrow()
    expect(asked({ residentArea: 'regional' })).toThrow(/regions belong to regional/)
    expect(asked({ regions: [here] })).toThrow(/regions belong to regional/)
    expect(asked({ residentArea: 'regional', regions: [here, here] })).toThrow(/regions has a value twice/)
    expect(asked({ residentArea: 'regional', regions: [{ ...here, value: 'A b' }] })).toThrow(/value "A b"/)
  })

  test('a question that a site has is shown, and a field without a question is not (R-3.51)', () => {
    const answers = [{ value: 'friend', label: words }]
    const site = asked({ question1: { question: words, answers }, question3: words })()
    expect(site.signIn.fields).toMatchObject({
      questionnaire1: 'optional',
      questionnaire2: 'hidden',
      questionnaire3: 'optional',
    })
    expect(asked({ question1: { question: words, answers: [] } })).toThrow(/question1.answers is empty/)
    expect(asked({ fields: { questionnaire2: 'required' } })).toThrow(/question2 is asked and has no words/)
  })

  test('no order is possible without an e-mail address', () => {
    expect(asked({ fields: { email: 'optional' } })).toThrow(/fields.email is not required/)
  })
})

test('the demonstration has exactly these fifteen sites (R-1.22–1.37)', () => {
  const keys =
    'lab-exhibition demo ruins izura cancanfactory mori softbank nishinippon nagai azabudai-borderless okinawa gaprao opam ishikawa boc'
  expect(SITE_KEYS).toEqual(keys.split(' ').toSorted())
})

/** The required layout, list of areas, colours, magazine boxes and complete button of each site. */
const MATRIX = `
  lab-exhibition      product_first text                       -      magazine -       button
  demo                product_first prefectures_and_countries  colour magazine teamlab button
  ruins               date_first    prefectures_and_countries  -      magazine teamlab button
  izura               date_first    prefectures_and_countries  -      magazine teamlab button
  cancanfactory       product_first japan_and_others           -      magazine -       -
  mori                date_first    prefectures_and_countries  colour magazine teamlab button
  softbank            product_first prefectures                -      magazine -       button
  nishinippon         product_first regional                   -      magazine -       button
  nagai               date_first    prefectures_and_countries  -      magazine teamlab button
  azabudai-borderless date_first    prefectures_and_countries  colour magazine teamlab button
  okinawa             date_first    regional                   -      magazine -       button
  gaprao              product_first text                       -      magazine -       -
  opam                product_first regional                   -      magazine -       button
  ishikawa            product_first prefectures                -      magazine -       button
  boc                 product_first text                       -      -        -       button`

test('each site is set up as the requirements say (R-3.33–3.35, R-3.45–3.50)', () => {
  const set = SITE_KEYS.map(siteOf).map(({ key, orderLayout, signIn, calendarColors, completeButton }) =>
    [
      key,
      orderLayout,
      signIn.residentArea,
      calendarColors ? 'colour' : '-',
      signIn.mailMagazine ? 'magazine' : '-',
      signIn.teamlabMailMagazine ? 'teamlab' : '-',
      completeButton ? 'button' : '-',
    ].join(' '),
  )
  expect(set).toEqual(
    MATRIX.trim()
      .split('\n')
      .map(line => line.trim().replaceAll(/ +/g, ' '))
      .toSorted(),
  )
})

/** The required methods of each site on the web channel; every site has `free`. */
const METHODS = `
  lab-exhibition      gmo gmo_3ds
  ruins               gmo_3ds gmo_paypay
  izura               gmo_3ds gmo_paypay
  cancanfactory       stripe_secure
  mori                adyen_credit adyen_alipay adyen_we_chat_pay
  softbank            softbank_credit softbank_3ds softbank_alipay softbank_paypay
  nishinippon         gmo_3ds d_pay
  nagai               gmo_3ds gmo_d_pay
  azabudai-borderless adyen_credit stripe_secure gmo_apple_pay
  okinawa             gmo_3ds alipay
  gaprao              gmo
  opam                gmo_3ds
  ishikawa            gmo_3ds
  boc                 stripe`

test('each site lists its required methods, and the demo every method that can be listed (R-7.53–7.69)', () => {
  const listed = SITE_KEYS.filter(key => key !== 'demo').map(key =>
    [key, ...siteOf(key).paymentMethods.web].join(' '),
  )
  const wanted = METHODS.trim().split('\n')
  expect(listed).toEqual(wanted.map(line => line.trim().replaceAll(/ +/g, ' ')).toSorted())
  expect(siteOf('demo').paymentMethods.web.toSorted()).toEqual(SITE_PAYMENT_METHODS.toSorted())
})

test('the door is paid as the web unless the site says otherwise; tills, kiosks and resellers are not (R-1.18)', () => {
  const { paymentMethods } = define({
    ...leastDefinition(),
    paymentMethods: { web: ['alipay', 'd_pay'] },
  })
  expect(paymentMethods).toEqual({
    web: ['alipay', 'd_pay'],
    spot: ['alipay', 'd_pay'],
    pos: [],
    kiosk: [],
    OTA: [],
  })
  const atDoor = { web: ['alipay'] as const, spot: ['d_pay', 'alipay'] as const }
  const site = define({ ...leastDefinition(), paymentMethods: atDoor })
  expect(browserMethodsOf(site)).toEqual(['alipay', 'd_pay'])
  const unsafe = { web: ['alipay'] as const, spot: ['gmo'] as const }
  expect(() => define({ ...leastDefinition(), paymentMethods: unsafe })).toThrow(/gmo is listed/)
})

const sitesWith = (has: (site: Site) => boolean) => SITE_KEYS.filter(key => has(siteOf(key)))

test('exactly one site has each special flag (R-1.04, R-1.39, R-1.40, R-3.38, R-3.39, D-38)', () => {
  expect(sitesWith(({ membership }) => membership.disabled)).toEqual(['azabudai-borderless'])
  expect(sitesWith(({ membership }) => membership.required)).toEqual(['boc'])
  expect(sitesWith(({ membership }) => membership.loginType === 'Token')).toEqual(['boc'])
  expect(sitesWith(({ requiresProduct }) => requiresProduct)).toEqual(['lab-exhibition'])
})

test('members skip the confirmation mail on some sites (R-3.37)', () => {
  expect(sitesWith(({ membership }) => membership.skipMailAuthentication)).toEqual(['boc', 'nishinippon'])
})

test('a footer is hidden on one site and shown on all others (R-3.25)', () => {
  expect(sitesWith(({ footer }) => footer.disabled)).toEqual(['gaprao'])
})

test('some sites tick the second magazine box and some do not (R-3.50)', () => {
  expect(new Set(SITE_KEYS.map(key => siteOf(key).signIn.teamlabMailMagazine))).toEqual(
    new Set([true, false]),
  )
})

test('a site with question1 has its answers (R-3.51); no two sites share a title', () => {
  const asking = sitesWith(({ signIn }) => signIn.question1 !== null)
  expect(asking).toContain('izura')
  expect(asking.filter(key => (siteOf(key).signIn.question1?.answers.length ?? 0) < 2)).toEqual([])
  expect(new Set(SITE_KEYS.map(key => siteOf(key).title.default)).size).toBe(SITE_KEYS.length)
})

describe.each(SITE_KEYS)('site %s', key => {
  const site = siteOf(key)

  test('knows its own key and sells in yen (R-1.49, R-3.30)', () => {
    expect(site.key).toBe(key)
    expect(site.currency).toBe('JPY')
  })

  test('has its titles (R-3.21), its sign-in config (R-3.22) and its words in six languages', () => {
    expect(site.title.ja).not.toBe('')
    expect(site.title.default).not.toBe('')
    expect(site.signIn).toBeDefined()
    for (const words of [site.name, site.tagline, site.address, site.mail.senderName]) {
      expect(LANGUAGES.filter(lang => words[lang].trim() === '')).toEqual([])
    }
  })

  test('has a logo for the header and one for paper, with their sizes (R-3.23, R-3.24), and its footer flags (R-3.25)', () => {
    expect(Object.keys(site.headerLogo).toSorted()).toEqual(['black', 'height', 'white', 'width'])
    expect(Object.keys(site.printLogo).toSorted()).toEqual(['height', 'url', 'width'])
    expect([typeof site.footer.disabled, typeof site.footer.showBrand]).toEqual(['boolean', 'boolean'])
  })

  test('lets members log in by id and password or by token, and in no other way (R-3.36)', () => {
    expect(['IdPass', 'Token']).toContain(site.membership.loginType)
  })

  test('has its artwork and theme in its own folder', () => {
    const urls = [
      site.headerLogo.black,
      site.headerLogo.white,
      site.printLogo.url,
      site.heroImage,
      site.icon,
      site.theme,
    ]
    expect(urls.filter(url => !url.startsWith(`/sites/${key}/`) || !existsSync(fileOf(url)))).toEqual([])
  })

  test('its picture is a photograph of at most 60 kB, or a drawing without words or scripts, of at most 25 kB', () => {
    const hero = readFileSync(fileOf(site.heroImage), 'utf8')
    const { size } = statSync(fileOf(site.heroImage))
    expect(size).toBeLessThanOrEqual(site.heroImage.endsWith('.webp') ? 60_000 : 25_000)
    expect(hero).not.toMatch(/<(text|image|script|style|foreignObject)\b|href="(?!#)|\son\w+=/)
  })

  test('its icon for the browser tab is at most 2 kB', () => {
    const icon = readFileSync(fileOf(site.icon), 'utf8')
    expect(Buffer.byteLength(icon)).toBeLessThanOrEqual(2_048)
    expect(icon).not.toMatch(/<(text|image|script|style|foreignObject)\b|href=|\son\w+=/)
  })

  test('names an issuer and an address that belong to nobody', () => {
    expect(site.issuer.registrationNumber).toMatch(/^T0{6}\d{7}$/)
    for (const address of [site.mail.contact, site.legal.email])
      expect(address).toMatch(/^[a-z]+@[a-z]+\.example$/)
  })
})

test('an app has a name in every language and its pages in the two stores (R-2.88)', () => {
  const { ticketApp } = siteOf('mori')
  if (ticketApp === null) throw new Error('mori has an app')
  expect(siteOf('demo').ticketApp).toBeNull()
  const faulty = { name: { ...ticketApp.name, th: ' ' }, appStore: 'https://a.example', googlePlay: 'play' }
  expect(() => define({ ...leastDefinition(), ticketApp: faulty })).toThrow(
    /ticketApp.name is empty in th; ticketApp.appStore is not .*; ticketApp.googlePlay is not /,
  )
  expect(() => define({ ...leastDefinition(), ticketApp })).not.toThrow()
})

describe('the hours of a house', () => {
  const year = datesBetween('2026-11-28', '2027-11-27')

  test.each(SITE_KEYS)('of %s have every time that its products are sold for', key => {
    const { opening } = siteOf(key).visiting
    if (opening === null) throw new Error('it says no hours')
    // A pass has those of the house.
    const visits = DEMO_PRODUCTS.filter(({ siteKey, saleType }) => siteKey === key && saleType !== 'period')
    const outside = year.flatMap(day => {
      const hours = hoursOn(opening, day)
      const sold = visits.filter(({ uuid }) => demoDay(uuid, day) !== 'closed')
      if (sold.length === 0) return hours.length === 0 ? [] : [day]
      return sold
        .flatMap(({ spansOf }) => spansOf(day))
        .map(({ startsAt, endsAt }) => ({ from: timeOf(startsAt), to: timeOf(endsAt) }))
        .filter(span => !hours.some(({ from, to }) => from <= span.from && span.to <= to))
        .map(({ from }) => `${day} ${from}`)
    })
    expect(outside).toEqual([])
  })

  test('no two houses tell the same', () => {
    const told = SITE_KEYS.map(key => JSON.stringify(siteOf(key).visiting))
    expect(new Set(told).size).toBe(SITE_KEYS.length)
  })
})
