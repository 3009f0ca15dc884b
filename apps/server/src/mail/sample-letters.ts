import type { Language } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'
import { sayIn } from '@kippu/sites/visiting'

import type { Letter, LetterFile } from './letter/letter.ts'
import type { MailedCodes } from './templates/codes.ts'
import { cancellationMail } from './templates/cancellation.ts'
import { completionMail } from './templates/completion.ts'
import { confirmationMail } from './templates/confirmation.ts'
import type { SiteMailContext } from './templates/frame.ts'
import { refundMail } from './templates/refund.ts'
import { reminderMail } from './templates/reminder.ts'
import { shareMail } from './templates/share.ts'
import { summaryMail } from './templates/summary.ts'
import { thanksMail } from './templates/thanks.ts'
import type { BoughtOrder } from '../orders/bought/bought-order.ts'
import type { BoughtProduct } from '../orders/bought/bought-product.ts'

const ORIGIN = 'https://tickets.example.com'
const TICKETS = `${ORIGIN}/tickets/#/id/rsv_AbCdEfGhIjKlMnOpQrStUvWx`
const NUMBER = 'K7TQ2WZP9M'

const NAMES: Readonly<
  Record<Language, readonly [product: string, adult: string, child: string, guide: string]>
> = {
  ja: ['光の森', '大人', '小・中学生', '音声ガイド'],
  en: ['Forest of Light', 'Adult', 'Child', 'Audio guide'],
  kr: ['빛의 숲', '성인', '초·중학생', '음성 가이드'],
  'zh-hans': ['光之森林', '成人', '中小学生', '语音导览'],
  'zh-hant': ['光之森林', '成人', '國中小學生', '語音導覽'],
  th: ['ป่าแห่งแสง', 'ผู้ใหญ่', 'เด็ก', 'เครื่องบรรยายเสียง'],
}

export const SAMPLE_FILE: LetterFile = {
  name: 'visit.ics',
  type: 'text/calendar; charset=utf-8; method=PUBLISH',
  content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
}

/** Codes as long as signed ones are: 160 characters. */
export function sampleCodes(names: readonly string[]): MailedCodes {
  const codeOf = (index: number): string =>
    `KT1:${'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.repeat(5).slice(index, index + 156)}`
  const readableOf = (index: number): string =>
    `${['7KQ2', 'M3WP', 'T9ZC', 'H4XF', 'B8RD', 'N6VJ'][index % 6]}-W4TX`
  const tickets = names.map((name, index) => ({ name, content: codeOf(index), readable: readableOf(index) }))
  return { kind: 'each', tickets }
}

/** Those of them that visitors get. */
export const LETTER_KINDS = [
  'confirmation',
  'completion',
  'party',
  'changing',
  'change',
  'reminder',
  'thanks',
  'share',
  'cancelled',
  'cancelledPart',
  'cancelledMove',
  'cancelledContact',
  'refund',
  'free',
] as const

/** One mail of each kind, as a buyer of two adults and a child has them. */
export function sampleLetters(
  writing: SiteMailContext,
  { key, visiting }: Pick<Site, 'key' | 'visiting'>,
): Readonly<Record<string, Letter>> {
  const { lang } = writing
  const [productName, adult, child, guide] = NAMES[lang]
  const product = productOf(lang)
  const order: BoughtOrder = {
    product,
    sets: [],
    coupons: [{ coupon_code: 'SPRING', coupon_name: 'SPRING', coupon_discount: 500, ends_on: null }],
    membership_promotion: null,
    subtotal: 8000,
    methodDiscount: 0,
    total: 7500,
  }
  const later = {
    change: {
      url: `${ORIGIN}/#/tickets/changedate/rsv_AbCdEfGhIjKlMnOpQrStUvWx`,
      until: '2026-12-01T10:00:00+09:00',
    },
    inquiryUrl: `${ORIGIN}/#/reservation-inquiry`,
  }
  const bought = {
    name: '山田 花',
    reservationNumber: NUMBER,
    order,
    url: TICKETS,
    ...later,
    codes: sampleCodes([adult, adult, child]),
    calendar: SAMPLE_FILE,
    receiptUrl: `${TICKETS}/receipt`,
    releaseUrl: undefined,
  }
  const code = {
    name: `${adult} / ${child}`,
    content: 'party:tkt_AbCdEfGhIjKlMnOpQrStUvWx.YzAbCd',
    readable: NUMBER,
  }
  return {
    confirmation: confirmationMail(writing, {
      order,
      places: 'held',
      url: `${ORIGIN}/#/mail-confirm?mail_token=eml_AbCdEfGhIjKlMnOpQrStUvWx`,
      code: '428193',
      expiresAt: '2026-11-24T12:30:00+09:00',
    }),
    completion: completionMail(writing, bought),
    party: completionMail(writing, { ...bought, codes: { kind: 'party', code, count: 12 } }),
    changing: completionMail(writing, { ...bought, codes: { kind: 'changing' } }),
    change: completionMail(writing, {
      ...bought,
      moved: {
        before: {
          ...product,
          reservation_from: '2026-11-28T13:00:00+09:00',
          reservation_to: '2026-11-28T14:00:00+09:00',
        },
        paid: 600,
        refund: 0,
      },
    }),
    reminder: reminderMail(writing, {
      ...bought,
      product,
      opening: visiting.opening,
      ways: visiting.ways.map(way => sayIn(way, lang).text),
    }),
    thanks: thanksMail(writing, {
      name: '山田 花',
      product,
      storeUrl: `${ORIGIN}/`,
      releaseUrl: `${ORIGIN}/#/mail-release/mag_AbCdEfGhIjKlMnOpQrStUvWx`,
    }),
    share: shareMail(writing, {
      giverName: '山田 花',
      message: guide,
      product,
      tickets: [`${adult} × 1`],
      url: `${ORIGIN}/#/tickets/shared/shr_AbCdEfGhIjKlMnOpQrStUvWx`,
      calendar: SAMPLE_FILE,
    }),
    ...cancellations(writing, { product, adult, guide }),
    refund: refundMail(writing, {
      name: '山田 花',
      reservationNumber: NUMBER,
      reason: { kind: 'tickets', tickets: [{ name: `${productName} ${adult}`, count: 1, amount: 3200 }] },
      amount: 3200,
      url: TICKETS,
    }),
    summary: summaryMail(writing, {
      siteKey: key,
      day: '2026-11-24',
      visits: 128,
      tickets: 341,
      sold: 1_021_400,
      changes: -1_600,
      refunds: 6_400,
      refundedTickets: 2,
      visitors: { sold: 310, admitted: 297, noShows: 13 },
      undelivered: 1,
      needPerson: 0,
      places: [{ day: '2026-11-25', products: [{ product: productName, sold: 412, capacity: 600 }] }],
    }),
    free: completionMail(writing, { ...bought, name: '', order: givenAway(order), receiptUrl: undefined }),
  }
}

/** An order that cost nothing. */
function givenAway(order: BoughtOrder): BoughtOrder {
  const options = order.product.order_options.map(option => ({ ...option, unit_price: 0 }))
  return {
    ...order,
    product: { ...order.product, order_options: options },
    coupons: [],
    subtotal: 0,
    total: 0,
  }
}

/** The four letters about a visit that does not take place. */
function cancellations(
  writing: SiteMailContext,
  {
    product,
    adult,
    guide,
  }: { readonly product: BoughtProduct; readonly adult: string; readonly guide: string },
): Readonly<Record<string, Letter>> {
  const visit = { name: '山田 花', reservationNumber: NUMBER, product, isShared: false }
  const tickets = [{ name: adult, count: 2, amount: 6400 }]
  return {
    cancelled: cancellationMail(writing, {
      ...visit,
      isShared: true,
      offer: { kind: 'refund', tickets, amount: 6400, url: undefined },
    }),
    cancelledPart: cancellationMail(writing, {
      ...visit,
      offer: {
        kind: 'refund',
        tickets: [{ name: guide, count: 1, amount: 800 }],
        amount: 800,
        url: TICKETS,
      },
    }),
    cancelledMove: cancellationMail(writing, {
      ...visit,
      offer: {
        kind: 'move',
        url: `${ORIGIN}/#/tickets/changedate/rsv_AbCdEfGhIjKlMnOpQrStUvWx`,
        until: '2027-01-31T23:59:00+09:00',
      },
    }),
    cancelledContact: cancellationMail(writing, { ...visit, offer: { kind: 'contact' } }),
  }
}

function productOf(lang: Language): BoughtProduct {
  const [name, adult, child, guide] = NAMES[lang]
  const line = (id: number, label: string, quantity: number, unitPrice: number) => ({
    id: 1,
    name: label,
    type: 'ticket_type' as const,
    add_cost: 0,
    quantity,
    option_value_id: id,
    unit_price: unitPrice,
  })
  return {
    product_uuid: '00000000-0000-4000-8000-000000000001',
    product_name: name,
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
      line(1, adult, 2, 3200),
      line(2, child, 1, 1000),
      { ...line(3, guide, 1, 600), id: 2, type: 'extra' },
    ],
  }
}
