import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import { LANGUAGES } from '@kippu/domain/language'
import { SITE_KEYS, SITES, siteOf } from '@kippu/demo/demo-sites'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { coverOf, IS_WHOLE_PROOF } from '../../../../tools/test/proof-choice.ts'
import { type Mailbox, startMailbox } from '../../test/mailbox.ts'
import { sampleLetters, sampleWriting } from '../../test/sample-letters.ts'
import { readHouses } from './houses.ts'
import type { MailToken } from './letter/house.ts'
import type { Block, Letter } from './letter/letter.ts'
import { darkRules } from './letter/paint.ts'
import { widthOf } from './letter/wrap-text.ts'
import { compose } from './letter/compose.ts'
import { createMailer, type Mailer, type SentLetter } from './mailer.ts'

const HOUSES: readonly string[] = ['demo', 'ruins', 'lab-exhibition']
/** Text and what it stands on: 4.5:1 in both schemes of every house. */
const TEXT_PAIRS: ReadonlyArray<readonly [ink: MailToken, ground: MailToken]> = [
  ['ink', 'ground'],
  ['ink', 'surface'],
  ['ink', 'accent-soft'],
  ['ink-soft', 'ground'],
  ['ink-soft', 'surface'],
  ['accent', 'surface'],
  ['on-accent', 'accent'],
]

const flat = (text: string): string => text.replaceAll(/\s+/g, '')

/** Every letter of a house in a language, and one with figures to be typed in. */
function lettersOf(key: string, lang: (typeof LANGUAGES)[number]): Letter[] {
  const letters = Object.values(sampleLetters(key, lang))
  const [first] = letters
  const figures: Block = { kind: 'code', code: '048291' }
  return first === undefined ? [] : [{ ...first, blocks: [figures, ...first.blocks] }, ...letters]
}

/** What a reader of the page sees, in its order. */
function seenIn(html: string): string[] {
  const body = html
    .slice(html.indexOf('<body'))
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<div style="display:none[\s\S]*?<\/div>/g, '')
  return body
    .split(/<[^>]+>/)
    .map(words => flat(words).replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'"))
    .filter(words => words !== '')
}

test('no word and no date breaks in a Japanese title, an amount below zero has its minus first, a time stands before its day in English', () => {
  const { share, summary } = sampleLetters('demo', 'ja')
  expect(
    [share, summary].map(letter => compose(letter ?? raise()).html.match(/(?<=nowrap">)[^<]+/g)),
  ).toEqual([['チケット'], ['11月24日（火）']])
  const english = sampleLetters('demo', 'en')
  expect(compose(english['summary'] ?? raise()).text).toContain('−¥1,600')
  expect(english['reminder']?.subject).toContain('10:00 on Tue, Dec 1, 2026')
})

/** Words belong to a language and a few of them to a house: `npm test` has each language and each house. */
const PAIRS = HOUSES.flatMap(key => LANGUAGES.map(lang => ({ key, lang })))
const TRIED = IS_WHOLE_PROOF ? PAIRS : coverOf(PAIRS, ({ key, lang }) => [key, lang])

describe.each(HOUSES)('the mails of %s', key => {
  const languages = TRIED.filter(one => one.key === key).map(({ lang }) => lang)

  test.each(languages)('as text say what the page says, in its order, in %s', lang => {
    const { words } = sampleWriting(key, lang)
    const notes = ['mail_confirm_link_note', 'mail_complete_link_note', 'mail_share_link_note'] as const
    const withoutButton = notes.map(note => flat(words(note)))
    for (const letter of lettersOf(key, lang)) {
      const mail = compose(letter)
      let rest = flat(mail.text)
      for (const seen of seenIn(mail.html)) {
        if (withoutButton.includes(seen)) continue
        const at = rest.indexOf(seen)
        // Addresses are written in full after the words that lead to them.
        expect({ seen, at: at === -1 ? 'missing' : 'said' }).toEqual({ seen, at: 'said' })
        rest = rest.slice(at)
      }
    }
  })

  test.each(languages)(
    'fit: no line of more than 78 columns but an address, no page that is cut off, in %s',
    lang => {
      for (const letter of lettersOf(key, lang)) {
        const { text, html } = compose(letter)
        const wide = text.split('\n').filter(line => widthOf(line) > 78 && !line.includes('://'))
        expect(wide).toEqual([])
        // Gmail cuts a page at 102 kB.
        expect(Buffer.byteLength(html)).toBeLessThan(60 * 1024)
      }
    },
  )

  test('fetch pictures of the house alone, by addresses that are the same in every mail; codes come along', () => {
    const { logo, hero } = sampleWriting(key, 'ja').house
    for (const letter of lettersOf(key, 'ja')) {
      const { html, pictures } = compose(letter)
      const shown = Array.from(html.matchAll(/<img[^>]+src="([^"]*)"/g), ([, address]) => address)
      expect(new Set(shown)).toEqual(
        new Set([
          logo?.light,
          logo?.dark,
          ...(letter.isPictured ? [hero] : []),
          ...pictures.map(({ id }) => `cid:${id}`),
        ]),
      )
      expect(html).not.toMatch(/url\(|<link|@import|<script/)
    }
    for (const address of [logo?.light, logo?.dark, hero])
      expect(address).toMatch(
        new RegExp(`^https://tickets\\.example\\.com/sites/${key}/mail/[\\w-]+\\.(jpg|png)\\?v=[0-9a-f]{8}$`),
      )
  })

  test('say with pictures off what the pictures say', () => {
    for (const letter of lettersOf(key, 'en')) {
      const images = compose(letter).html.match(/<img[^>]*>/g) ?? []
      expect(images.filter(image => !/ alt="[^"]*"/.test(image))).toEqual([])
      expect(images[0]).toContain(`alt="${letter.site}"`)
    }
    const codes = compose(lettersOf(key, 'en')[2] ?? raise()).html.match(/<img[^>]*qr-[^>]*>/g)
    expect(codes?.map(image => / alt="([^"]*)"/.exec(image)?.[1])).toEqual([
      '7KQ2-W4TX',
      'M3WP-W4TX',
      'T9ZC-W4TX',
    ])
  })

  test('lead to a map of the address as the reader reads it in Japanese, in English for others', () => {
    for (const lang of LANGUAGES) {
      const { completion } = sampleLetters(key, lang)
      const asked = Array.from(
        compose(completion ?? raise()).text.matchAll(/https:\S+maps\/search\S+/g),
        ([address]) => new URL(address).searchParams.get('query'),
      )
      const { address } = siteOf(key)
      expect(asked).toEqual([lang === 'ja' ? address.ja : address.en])
    }
  })

  test('are repainted for the dark scheme as a whole', () => {
    const rules = darkRules(sampleWriting(key, 'ja').house.colors.dark)
    for (const letter of lettersOf(key, 'ja')) {
      const classes = Array.from(compose(letter).html.matchAll(/class="([^"]+)"/g), ([, name]) => name)
      for (const name of new Set(classes)) expect(rules).toMatch(new RegExp(`\\.${name}[,{]`))
    }
  })

  test('are in the colours of the house', () => {
    const { light, dark } = sampleWriting(key, 'ja').house.colors
    for (const letter of lettersOf(key, 'ja')) {
      const { html } = compose(letter)
      expect(html).toContain(`background-color:${light.ground}`)
      expect(html).toContain(`background-color:${dark.ground}!important`)
    }
  })
})

function raise(): never {
  throw new Error('there is no such letter')
}

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(start => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

test.each(SITE_KEYS)('every word of a mail of %s is readable in both schemes', key => {
  const { colors } = sampleWriting(key, 'ja').house
  for (const scheme of [colors.light, colors.dark]) {
    for (const [ink, ground] of TEXT_PAIRS) {
      const [dark = 0, light = 0] = [scheme[ink], scheme[ground]].map(luminance).toSorted((a, b) => a - b)
      expect({ ink, ground, ratio: (light + 0.05) / (dark + 0.05) }).toMatchObject({ ink, ground })
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('a site without a theme stops the start', () => {
  const lost = SITES.map(site => ({ ...site, folders: ['/nowhere'] }))
  expect(() => readHouses({ all: lost, originOf: () => '' })).toThrow(/nowhere/)
})

describe('over the wire', () => {
  let mailbox: Mailbox
  let mailer: Mailer

  beforeAll(async () => {
    mailbox = await startMailbox()
    mailer = createMailer(mailbox.smtpUrl)
  })
  afterAll(async () => {
    mailer.close()
    await mailbox.close()
  })

  test('S-6.02: a mail is text, or a page with its pictures, and a file for the calendar; its sender has a name', async () => {
    expect(await mailer.send(ticketsTo('reader@example.com'))).toBe('sent')
    const [mail] = await mailbox.mailsTo('reader@example.com')
    expect(mail?.text).toContain('K7TQ2WZP9M')
    // The mailbox puts pictures that came along where they are shown.
    expect(mail?.html).not.toContain('cid:')
    expect(mail?.html.match(/data:image\/png/g)).toHaveLength(3)
    const raw = mailbox.raw().join('')
    const kinds = Array.from(raw.matchAll(/^Content-Type: ([\w/]+)/gim), ([, kind]) => kind)
    expect(kinds).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'image/png',
      'image/png',
      'text/calendar',
    ])
    const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n\s+/g, ' ')
    const name = /^From: =\?UTF-8\?B\?([^?]+)\?=/im.exec(head)?.[1] ?? ''
    expect(Buffer.from(name, 'base64').toString()).toBe('灯森ミュージアム')
    expect(head).toMatch(/^Reply-To: tickets@tomori\.example$/im)
    expect(raw).toContain('Content-Disposition: attachment; filename="visit.ics"')
  })

  test('a thread that breaks off leaves its letter to another try, and the next letter begins a new one', async () => {
    const begun = once(process, 'worker')
    const breaking = createMailer(mailbox.smtpUrl)
    const lost = breaking.send(ticketsTo('lost@example.com'))
    const [thread] = await begun
    if (!(thread instanceof Worker)) throw new Error('no thread has begun')
    // It can take nothing apart that is not a letter.
    thread.postMessage(null)
    await expect(lost).rejects.toThrow('the thread of mails broke off')
    expect(await breaking.send(ticketsTo('found@example.com'))).toBe('sent')
    breaking.close()
    expect(await mailbox.mailsTo('found@example.com')).toHaveLength(1)
    expect(await mailbox.mailsTo('lost@example.com')).toEqual([])
  })

  function ticketsTo(to: string): SentLetter {
    const letter = sampleLetters('demo', 'ja')['completion'] ?? raise()
    const from = { name: '灯森ミュージアム', address: 'tickets@kippu.example' }
    return { letter, from, replyTo: letter.replyTo, to, messageId: `${to.length}@kippu.example` }
  }
})

test('S-6.01: the mail that proves an address does not picture the venue', () => {
  const { html, pictures } = compose(sampleLetters('demo', 'ja')['confirmation'] ?? raise())
  expect(pictures).toEqual([])
  expect(html).not.toContain('hero.jpg')
})
