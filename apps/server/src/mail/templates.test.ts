import { LANGUAGES } from '@kippu/domain/language'
import { siteOf } from '@kippu/sites/registry'
import { describe, expect, test } from 'vitest'

import type { BoughtProduct } from '../orders/bought-product.ts'
import { compose } from './compose.ts'
import { html } from './html.ts'
import { completionMail } from './templates/completion.ts'
import { confirmationMail } from './templates/confirmation.ts'
import type { SiteWriting } from './templates/frame.ts'
import { wordsOf } from './words.ts'

const PRODUCT: BoughtProduct = {
  product_uuid: '00000000-0000-4000-8000-000000000001',
  product_name: 'Digital <Forest>',
  description: '',
  image_path: null,
  sale_type: 'time',
  quantity: 3,
  reservation_from: '2026-12-01T10:00:00+09:00',
  reservation_to: '2026-12-01T11:00:00+09:00',
  product_time_span_id: 1,
  naming_right: null,
  caution: null,
  order_options: [
    {
      id: 1,
      name: 'Adult',
      type: 'ticket_type',
      add_cost: 0,
      quantity: 2,
      option_value_id: 1,
      unit_price: 3200,
    },
    {
      id: 1,
      name: 'Child',
      type: 'ticket_type',
      add_cost: -2200,
      quantity: 1,
      option_value_id: 2,
      unit_price: 1000,
    },
  ],
}

const LINK = 'https://tickets.example.com/tickets/#/id/rsv_AbCdEfGhIjKlMnOpQrStUvWx'

function writing(lang: (typeof LANGUAGES)[number]): SiteWriting {
  const site = siteOf('demo')
  const words = wordsOf(new Map(), lang)
  return {
    lang,
    words,
    site: site.name[lang],
    venueAddress: site.address[lang],
    contact: site.mail.contact,
    issuer: site.issuer.name,
  }
}

const completion = (lang: (typeof LANGUAGES)[number], product = PRODUCT) =>
  compose(
    completionMail(writing(lang), {
      name: '山田',
      reservationNumber: 'K7TQ2WZP9M',
      product,
      price: 7400,
      url: LINK,
    }),
  )

describe('the two mails', () => {
  test.each(LANGUAGES)('S-6.02: the completion mail is whole in %s', lang => {
    const mail = completion(lang)
    for (const part of ['K7TQ2WZP9M', '10:00', '7,400', '6,400', LINK, 'tickets@tomori.example']) {
      expect(mail.text).toContain(part)
      expect(mail.html).toContain(part)
    }
    expect(mail.subject).toContain('K7TQ2WZP9M')
    // No placeholder is left open, and no word is missing.
    expect(`${mail.subject}${mail.text}`).not.toMatch(/[{}]|undefined/)
    expect(mail.html).toContain('Digital &lt;Forest&gt;')
  })

  test.each(LANGUAGES)('S-6.01: the confirmation mail says until when its link works, in %s', lang => {
    const url = 'https://tickets.example.com/#/mail-confirm?mail_token=eml_AbCdEfGhIjKlMnOpQrStUvWx'
    const order = { name: '', product: PRODUCT, price: 7400, url, expiresAt: '2026-11-21T12:30:00+09:00' }
    const mail = compose(confirmationMail(writing(lang), order))
    expect(mail.text).toContain(url)
    expect(mail.text).toContain('12:30')
    expect(mail.html).toContain(`href="${url}"`)
    expect(`${mail.subject}${mail.text}`).not.toMatch(/[{}]|undefined/)
  })

  test.each([
    ['Taro https://prize.example/x Yamada', 'Taro Yamada'],
    ['WWW.prize.example Taro', 'Taro'],
    ['Taro ｗｗｗ．prize.example ｈttps：／／prize.example', 'Taro'],
  ])('the greeting leaves out the address of a page that a stranger gave for a name: %s', (name, greeted) => {
    const order = { name, product: PRODUCT, price: 1, url: LINK, expiresAt: '2026-11-21T12:30:00+09:00' }
    const mail = compose(confirmationMail(writing('en'), order))
    expect(mail.text).toContain(greeted)
    for (const part of [mail.text, mail.html]) expect(part).not.toContain('prize')
  })

  test('a ticket of a date has no time, one of a period has its first and last day', () => {
    expect(completion('en', { ...PRODUCT, sale_type: 'date' }).text).not.toContain('10:00')
    const season = { ...PRODUCT, sale_type: 'period', reservation_to: '2027-04-01T00:00:00+09:00' } as const
    expect(completion('en', season).text).toContain('Dec 1, 2026 (Tue) to Mar 31, 2027 (Wed)')
  })

  test('a venue that changed its words is heard in its own', () => {
    const words = wordsOf(new Map([['mail_complete_button', 'Here they are']]), 'en')
    const letter = completionMail(
      { ...writing('en'), words },
      { name: '', reservationNumber: 'N', product: PRODUCT, price: 1, url: LINK },
    )
    expect(compose(letter).html).toContain('Here they are')
  })
})

test('html escapes what it is given and keeps what it made', () => {
  const item = html`<b>${`<script>"'&`}</b>`
  expect(html`<p>${item}${[item]}</p>`.markup).toBe(
    '<p><b>&lt;script&gt;&quot;&#39;&amp;</b><b>&lt;script&gt;&quot;&#39;&amp;</b></p>',
  )
})
