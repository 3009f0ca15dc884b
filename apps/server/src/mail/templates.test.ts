import { promisesTooMuch } from '@kippu/texts/promised-entry'
import { textsOf } from '@kippu/texts/texts'
import { type Language, LANGUAGES } from '@kippu/domain/language'
import { siteOf } from '@kippu/demo/demo-sites'
import { describe, expect, test } from 'vitest'

import { sampleWriting } from '../../test/sample-letters.ts'
import { SAMPLE_FILE, sampleCodes } from './sample-letters.ts'
import { siteTextsOf } from '../sites/seed/site-texts.ts'
import type { BoughtProduct } from '../orders/bought/bought-product.ts'
import type { BoughtOrder } from '../orders/bought/bought-order.ts'
import { compose } from './letter/compose.ts'
import { html } from './letter/html.ts'
import { completionMail } from './templates/completion.ts'
import { confirmationMail } from './templates/confirmation.ts'
import type { SiteMailContext } from './templates/frame.ts'
import { reminderMail } from './templates/reminder.ts'
import { refundMail } from './templates/refund.ts'
import { siteWords } from '../sites/words.ts'

const PRODUCT: BoughtProduct = {
  product_uuid: '00000000-0000-4000-8000-000000000001',
  product_name: 'Digital <Forest>',
  description: '',
  image_path: null,
  sale_type: 'time',
  entry_policy: 'once',
  reentry_minutes: null,
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

const writing = (lang: Language): SiteMailContext => sampleWriting('demo', lang)

const RELEASE = 'https://tickets.example.com/#/mail-release/mag_AbCdEfGhIjKlMnOpQrStUvWx'

const RECEIPT = 'https://tickets.example.com/tickets/#/id/rsv_AbCdEfGhIjKlMnOpQrStUvWx/receipt'

const LATER = {
  codes: sampleCodes(['Adult', 'Adult', 'Child']),
  calendar: SAMPLE_FILE,
  change: {
    url: 'https://tickets.example.com/#/tickets/changedate/rsv_AbCdEfGhIjKlMnOpQrStUvWx',
    until: '2026-12-01T10:00:00+09:00',
  },
  inquiryUrl: 'https://tickets.example.com/#/reservation-inquiry',
}

/** Without the ends of the lines, which a plain mail has where they fit. */
const flat = (text: string): string => text.replaceAll(/\s+/g, '')

/** Tickets only. */
const PLAIN: BoughtOrder = {
  product: PRODUCT,
  sets: [],
  coupons: [],
  membership_promotion: null,
  subtotal: 7400,
  methodDiscount: 0,
  total: 7400,
}

/** Everything that an order can contain. */
const WHOLE: BoughtOrder = {
  product: {
    ...PRODUCT,
    order_options: [
      ...PRODUCT.order_options,
      {
        id: 2,
        name: 'Audio guide',
        type: 'extra',
        add_cost: 600,
        quantity: 2,
        option_value_id: 9,
        unit_price: 600,
      },
    ],
  },
  sets: [{ product_name: 'Tea & sweets', add_cost: 1500, quantity: 3 }],
  membership_promotion: { membership_promotion_name: 'Gold member', membership_discount: 740 },
  coupons: [
    { coupon_code: 'SPRING', coupon_name: 'Spring', coupon_discount: 1111, ends_on: null },
    { coupon_code: 'INVITE7', coupon_name: 'Invitation', coupon_discount: 3200, ends_on: null },
  ],
  subtotal: 13_100,
  methodDiscount: 222,
  total: 7827,
}

const completion = (lang: Language, order: Partial<BoughtOrder> = {}, releaseUrl?: string) =>
  compose(
    completionMail(writing(lang), {
      name: '山田',
      reservationNumber: 'K7TQ2WZP9M',
      order: { ...PLAIN, ...order },
      url: LINK,
      ...LATER,
      receiptUrl: RECEIPT,
      releaseUrl,
    }),
  )

test.each(LANGUAGES)('S-6.02: the mail says how often a ticket admits, as its product does, in %s', lang => {
  const words = textsOf(lang)
  const textOf = (more: Partial<BoughtProduct>): string =>
    flat(completion(lang, { product: { ...PRODUCT, ...more } }).text)
  const says = (more: Partial<BoughtProduct>): readonly string[] =>
    ['entry_any', 'entry_daily', 'entry_once', 'entry_back'].filter(key =>
      textOf(more).includes(flat(words[key]!.replace('{minutes}', '45'))),
    )
  expect(says({})).toEqual([])
  expect(says({ sale_type: 'date', entry_policy: 'any' })).toEqual(['entry_any'])
  expect(says({ sale_type: 'period', entry_policy: 'any' })).toEqual(['entry_any'])
  expect(says({ sale_type: 'period', entry_policy: 'daily' })).toEqual(['entry_daily'])
  expect(says({ sale_type: 'period', entry_policy: 'once' })).toEqual(['entry_once'])
  expect(says({ reentry_minutes: 45 })).toEqual(['entry_back'])
  expect(promisesTooMuch([textOf({ sale_type: 'period' })], PRODUCT)).toBe(false)
})

describe('the two mails', () => {
  test.each(LANGUAGES)('S-6.02: the completion mail is complete in %s', lang => {
    const mail = completion(lang, WHOLE, RELEASE)
    const parts = [
      'K7TQ2WZP9M',
      '10:00',
      'Adult × 2',
      '6,400',
      'Audio guide × 2',
      '1,200',
      '4,500',
      '13,100',
      'Gold member',
      'SPRING',
      'Invitation',
      LINK,
      RELEASE,
      ...['site_email', 'site_phone', 'site_seller', 'site_visit_conditions'].map(
        key => siteTextsOf(siteOf('demo'), lang)[key]!,
      ),
    ]
    const taken = ['740', '1,111', '3,200', '222', '7,827']
    for (const part of [...parts, ...taken]) {
      expect(flat(mail.text)).toContain(flat(part))
      expect(mail.html).toContain(part)
    }
    expect(mail.subject).toContain('K7TQ2WZP9M')
    expect(mail.subject).toContain('10:00')
    expect(mail.subject).toContain(writing(lang).site)
    // No placeholder is left unfilled, and no text is missing.
    expect(`${mail.subject}${mail.text}`).not.toMatch(/[{}]|undefined/)
    expect(mail.html).toContain('Digital &lt;Forest&gt;')
  })

  test.each(LANGUAGES)(
    'S-6.02: where the receipt is, until when the visit may be moved, where, and how lost tickets are found, in %s',
    lang => {
      const mail = completion(lang)
      for (const url of [LATER.change.url, LATER.inquiryUrl, RECEIPT]) {
        expect(mail.text).toContain(url)
        expect(mail.html).toContain(`href="${url}"`)
      }
      const { words } = writing(lang)
      const { text } = mail
      const said = flat(
        text.slice(text.indexOf(`■ ${words('mail_move_title')}`), text.indexOf(LATER.change.url)),
      )
      expect(said).toContain(flat(String(textsOf(lang).mail_move_until?.split('{deadline}')[0])))
      expect(said).toContain('10:00')
      const fixed = compose(
        completionMail(writing(lang), {
          name: '',
          reservationNumber: 'N',
          order: PLAIN,
          url: LINK,
          ...LATER,
          change: null,
          receiptUrl: undefined,
          releaseUrl: undefined,
        }),
      )
      expect(fixed.text).not.toContain('/receipt')
      expect(fixed.text).not.toContain('changedate')
      expect(fixed.text).not.toContain(`■ ${words('mail_move_title')}`)
      expect(fixed.text).toContain(LATER.inquiryUrl)
    },
  )

  test.each(LANGUAGES)('the reminder says when and where the visit is, and how it is moved, in %s', lang => {
    const mail = compose(
      reminderMail(writing(lang), {
        name: '山田',
        reservationNumber: 'K7TQ2WZP9M',
        product: PRODUCT,
        url: LINK,
        ...LATER,
        opening: {
          week: Array.from({ length: 7 }, () => [{ from: '09:00', to: '21:30' }]),
          lastEntryMinutes: 30,
          exceptions: [],
        },
        ways: ['By the last boat'],
      }),
    )
    const { venueAddress, site } = writing(lang)
    for (const part of ['21:30', '21:00', 'By the last boat']) expect(mail.text).toContain(part)
    expect(mail.subject).toContain('10:00')
    expect(mail.subject).toContain(site)
    for (const part of ['K7TQ2WZP9M', '10:00', venueAddress, LINK, LATER.change.url, LATER.inquiryUrl]) {
      expect(mail.text).toContain(part)
      expect(mail.html).toContain(part)
    }
    expect(`${mail.subject}${mail.text}`).not.toMatch(/[{}]|undefined/)
  })

  test.each(LANGUAGES)(
    'S-6.01: the confirmation mail has its code, and tells how long its link works, in %s',
    lang => {
      const url = 'https://tickets.example.com/#/mail-confirm?mail_token=eml_AbCdEfGhIjKlMnOpQrStUvWx'
      const asked = {
        order: PLAIN,
        url,
        code: '048291',
        places: 'held',
        expiresAt: '2026-11-21T12:30:00+09:00',
      } as const
      const mail = compose(confirmationMail(writing(lang), asked))
      const waiting = compose(confirmationMail(writing(lang), { ...asked, places: 'at_proof' }))
      expect(waiting.text).toContain('12:30')
      expect(waiting.text).not.toContain(textsOf(lang).mail_confirm_held)
      expect(mail.text).toContain(url)
      for (const part of [mail.text, mail.html]) expect(part).toContain('048291')
      expect(mail.text).toContain('12:30')
      expect(mail.html).toContain(`href="${url}"`)
      expect(`${mail.subject}${mail.text}`).not.toMatch(/[{}]|undefined/)
    },
  )

  test.each([
    ['Taro https://prize.example/x Yamada', 'Taro Yamada'],
    ['WWW.prize.example Taro', 'Taro'],
    ['Taro ｗｗｗ．prize.example ｈttps：／／prize.example', 'Taro'],
  ])('the greeting leaves out a name that contains a web address: %s', (name, greeted) => {
    const bought = {
      name,
      reservationNumber: 'N',
      order: PLAIN,
      url: LINK,
      ...LATER,
      receiptUrl: RECEIPT,
      releaseUrl: undefined,
    }
    const mail = compose(completionMail(writing('en'), bought))
    expect(mail.text).toContain(`Dear ${greeted},`)
    for (const part of [mail.text, mail.html]) expect(part).not.toContain('prize')
  })

  test('S-6.02: the bill lists the deductions, from the sum of the lines to the total', () => {
    const { text } = completion('en', WHOLE)
    const bill = text.slice(text.indexOf('■ Your order'), text.indexOf('■ What to bring'))
    expect(bill.split('\n').filter(line => line !== '')).toEqual([
      '■ Your order',
      'Adult × 2: ¥6,400',
      'Child × 1: ¥1,000',
      'Audio guide × 2: ¥1,200',
      'Tea & sweets × 3: ¥4,500',
      'Subtotal: ¥13,100',
      'Gold member: −¥740',
      'Spring (SPRING): −¥1,111',
      'Invitation (INVITE7): −¥3,200',
      'Payment method discount: −¥222',
      'Total (tax included): ¥7,827',
    ])
  })

  test('an order without deductions has no subtotal; a promotion that reduced nothing is not named', () => {
    const nothing = { membership_promotion_name: 'Gold member', membership_discount: 0 }
    const { text } = completion('en', { membership_promotion: nothing })
    expect(text).toContain('Total (tax included): ¥7,400')
    for (const part of ['Subtotal', 'Gold member', '−']) expect(text).not.toContain(part)
  })

  test('an address that gets no magazine has no link to end one (S-6.02)', () => {
    expect(completion('en', WHOLE).text).not.toContain('mail-release')
  })

  test('a ticket of a date names its hours, where it has some, and one of a period its first and last day (D-76)', () => {
    const day = completion('en', { product: { ...PRODUCT, sale_type: 'date' } })
    expect(day.subject).not.toContain('10:00')
    expect(day.text.slice(0, day.text.indexOf('■ Your order'))).toContain('10:00 - ')
    const whole = {
      ...PRODUCT,
      sale_type: 'date',
      reservation_from: '2026-12-01T00:00:00+09:00',
      reservation_to: '2026-12-02T00:00:00+09:00',
    } as const
    const text = completion('en', { product: whole }).text
    expect(text.slice(0, text.indexOf('■ Your order'))).not.toContain('00:00')
    const season = { ...PRODUCT, sale_type: 'period', reservation_to: '2027-04-01T00:00:00+09:00' } as const
    expect(completion('en', { product: season }).text).toContain('Tue, Dec 1, 2026 to Wed, Mar 31, 2027')
    expect(completion('en', { product: season }).subject).toContain('Tue, Dec 1, 2026 to Wed, Mar 31, 2027')
  })

  test('nobody is thanked for the purchase of what cost nothing', () => {
    expect(completion('en', { total: 0 }).text).toContain('Your tickets are ready.')
    expect(completion('en', { total: 0 }).text).not.toContain('your purchase')
    expect(completion('en').text).toContain('Thank you for your purchase.')
  })

  test('a venue that changed its texts is quoted in its own words', () => {
    const words = siteWords(new Map([['mail_complete_button', 'Here they are']]), 'en')
    const letter = completionMail(
      { ...writing('en'), words },
      {
        name: '',
        reservationNumber: 'N',
        order: PLAIN,
        url: LINK,
        ...LATER,
        receiptUrl: undefined,
        releaseUrl: undefined,
      },
    )
    expect(compose(letter).html).toContain('Here they are')
  })
})

test('html escapes values and keeps the markup that it created', () => {
  const item = html`<b>${`<script>"'&`}</b>`
  expect(html`<p>${item}${[item]}</p>`.markup).toBe(
    '<p><b>&lt;script&gt;&quot;&#39;&amp;</b><b>&lt;script&gt;&quot;&#39;&amp;</b></p>',
  )
})

describe('the refund mail', () => {
  const notice = {
    name: '𠮷田 花',
    reservationNumber: 'ABCDE23456',
    amount: 7400,
    url: LINK,
  }
  const tickets = [
    { name: 'Adult', count: 2, amount: 6400 },
    { name: 'Child', count: 1, amount: 1000 },
  ]

  test.each(LANGUAGES)('names tickets, amounts and the number, in %s', lang => {
    const {
      text,
      html: page,
      subject,
    } = compose(refundMail(writing(lang), { ...notice, reason: { kind: 'tickets', tickets } }))
    expect(subject).toContain('ABCDE23456')
    for (const part of ['Adult × 2', 'Child × 1', '6,400', '1,000', '7,400', LINK]) {
      expect(text).toContain(part)
      expect(page).toContain(part)
    }
    expect(`${subject} ${text}`).not.toMatch(/mail_[a-z_]+|\{\w+\}/)
  })

  test.each(LANGUAGES)('of a difference says that the tickets stay valid, in %s', lang => {
    const { words } = writing(lang)
    const { text } = compose(
      refundMail(writing(lang), { ...notice, amount: 500, reason: { kind: 'difference' } }),
    )
    expect(flat(text)).toContain(flat(words('mail_refund_difference')))
    expect(text).toContain(words('mail_refund_bill_difference'))
    expect(flat(text)).not.toContain(flat(words('mail_refund_left')))
  })

  test('without a ticket left has no link', () => {
    const { text } = compose(
      refundMail(writing('en'), { ...notice, url: undefined, reason: { kind: 'tickets', tickets } }),
    )
    expect(text).not.toContain('/tickets/')
  })
})
