import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { LANGUAGES } from '@kippu/domain/language'
import { describe, expect, test } from 'vitest'

import { demo } from './demo/site.ts'
import { defineSite } from './define-site.ts'
import { isSiteKey, SITE_KEYS, SITES, siteOf } from './registry.ts'

const LOGO = { header: { width: 1, height: 1 }, print: { width: 1, height: 1 } }
const FOLDER = import.meta.dirname

function fileOf(url: string): string {
  return path.join(FOLDER, url.replace(/^\/sites\//, ''))
}

test('a site key is one of the registry, and nothing else', () => {
  expect(SITE_KEYS.every(isSiteKey)).toBe(true)
  expect(['', 'Demo', '__proto__', undefined].some(isSiteKey)).toBe(false)
  expect(siteOf('demo')).toBe(demo)
})

test('stripe without 3-D Secure must be acknowledged', () => {
  const { calendarColors: _, ...site } = demo
  const definition = { ...site, logo: LOGO, paymentMethods: { web: ['stripe'] as const } }
  expect(() => defineSite({ ...definition, allowsWithoutThreeDSecure: false })).toThrow(/stripe/)
  expect(() => defineSite({ ...definition, allowsWithoutThreeDSecure: true })).not.toThrow()
})

test('what a site leaves out has the defaults of appendix A', () => {
  const { key, title, name, tagline, address, paymentMethods, mail, issuer } = demo
  const site = defineSite({
    key,
    title,
    name,
    tagline,
    address,
    paymentMethods: { web: ['stripe_secure'] },
    mail,
    issuer,
    logo: LOGO,
  })
  expect(paymentMethods.web).toContain('stripe')
  expect(site).toMatchObject({
    currency: 'JPY',
    orderLayout: 'product_first',
    weekOffset: 1,
    calendarColors: false,
    completeButton: true,
    allowsWithoutThreeDSecure: false,
    footer: { disabled: false, showBrand: true },
    signIn: { residentArea: 'text', mailMagazine: true, teamlabMailMagazine: false },
  })
})

test('some sites tick the second magazine box and some do not (R-3.50)', () => {
  expect(new Set(SITE_KEYS.map(key => SITES[key].signIn.teamlabMailMagazine))).toEqual(new Set([true, false]))
})

describe.each(SITE_KEYS)('site %s', key => {
  const site = siteOf(key)

  test('knows its own key and sells in yen (R-1.49, R-3.30)', () => {
    expect(site.key).toBe(key)
    expect(site.currency).toBe('JPY')
  })

  test('has its titles (R-3.21) and its words in six languages', () => {
    expect(site.title.ja).not.toBe('')
    expect(site.title.default).not.toBe('')
    for (const words of [site.name, site.tagline, site.address, site.mail.senderName]) {
      expect(LANGUAGES.filter(lang => words[lang].trim() === '')).toEqual([])
    }
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

  test('draws its place without words, pictures or scripts, in 25 kB at most', () => {
    const hero = readFileSync(fileOf(site.heroImage), 'utf8')
    expect(Buffer.byteLength(hero)).toBeLessThanOrEqual(25_000)
    expect(hero).not.toMatch(/<(text|image|script|style|foreignObject)\b|href="(?!#)|\son\w+=/)
  })

  test('has a mark for the tab of 2 kB at most', () => {
    const icon = readFileSync(fileOf(site.icon), 'utf8')
    expect(Buffer.byteLength(icon)).toBeLessThanOrEqual(2_048)
    expect(icon).not.toMatch(/<(text|image|script|style|foreignObject)\b|href=|\son\w+=/)
  })

  test('names an issuer and an address that no one owns', () => {
    expect(site.issuer.registrationNumber).toMatch(/^T\d{13}$/)
    expect(site.mail.contact).toMatch(/^[a-z]+@[a-z]+\.example$/)
  })
})
