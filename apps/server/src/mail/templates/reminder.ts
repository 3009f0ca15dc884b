import { type OpeningHours, visitHoursOn } from '@kippu/domain/calendar/opening-hours'
import { formatTimeRange } from '@kippu/domain/date-format'
import { epochMsOf, jstDateOf } from '@kippu/domain/jst-date'

import type { BoughtProduct } from '../../orders/bought/bought-product.ts'
import type { Fact, Letter, LetterFile } from '../letter/letter.ts'
import { codeBlocks, type MailedCodes } from './codes.ts'
import { footerLines, greeting, type SiteMailContext, venueFact } from './frame.ts'
import { laterBlocks, type LaterLinks } from './later.ts'
import { howToEnter, visitBlock, visitConditions, visitStart, visitTimeLines } from './visit.ts'

export interface Reminder extends LaterLinks {
  /** The buyer's name; '' where the site does not ask for it. */
  readonly name: string
  readonly reservationNumber: string
  readonly product: BoughtProduct
  /** Link that shows the tickets. */
  readonly url: string
  readonly codes: MailedCodes
  /** When the house is open; null where it does not say. */
  readonly opening: OpeningHours | null
  /** How one gets there, a line each. */
  readonly ways: readonly string[]
  /** The visit for the reader's calendar. */
  readonly calendar: LetterFile
}

/** The mail two days before the visit: when and where it is, the tickets, and how it is still moved. */
export function reminderMail(writing: SiteMailContext, visit: Reminder): Letter {
  const { lang, words, site } = writing
  return {
    lang,
    subject: words('mail_reminder_subject', {
      site,
      date: visitStart(writing, visit.product),
      number: visit.reservationNumber,
    }),
    preview: [visit.product.product_name, ...visitTimeLines(writing, visit.product)].join(' '),
    site,
    house: writing.house,
    replyTo: writing.contact.email,
    isPictured: true,
    title: words('mail_reminder_title'),
    files: [visit.calendar],
    blocks: [
      ...greeting(writing, visit.name),
      { kind: 'paragraph', text: words('mail_reminder_intro', { site }) },
      visitBlock(writing, visit.product),
      {
        kind: 'button',
        label: words('mail_complete_button'),
        url: visit.url,
        note: words('mail_complete_link_note'),
      },
      ...codeBlocks(writing, visit.codes),
      {
        kind: 'facts',
        rows: [
          ...hoursFact(writing, visit),
          venueFact(writing),
          ...(visit.ways.length === 0 ? [] : [[words('visiting_way'), ...visit.ways] as const]),
          [words('mail_complete_number'), visit.reservationNumber],
        ],
      },
      { kind: 'small', text: words('mail_calendar') },
      { kind: 'heading', text: words('mail_complete_bring_title') },
      { kind: 'small', text: words('mail_complete_bring') },
      { kind: 'heading', text: words('mail_complete_entry_title') },
      ...howToEnter(writing, visit.product),
      { kind: 'small', text: words('mail_complete_entry_gate') },
      ...laterBlocks(writing, visit),
      ...visitConditions(writing),
    ],
    footer: footerLines(writing),
  }
}

/** The hours of the first day of the visit. */
function hoursFact({ words, lang }: SiteMailContext, { opening, product }: Reminder): Fact[] {
  if (opening === null) return []
  const day = jstDateOf(epochMsOf(product.reservation_from))
  const span = { from: product.reservation_from, to: product.reservation_to }
  const hours = visitHoursOn(opening, day, { type: product.sale_type, spans: [span] })
  if (hours.length === 0) return []
  const lines = hours.map(({ from, to, lastEntry }) => {
    const range = formatTimeRange(`T${from}`, `T${to}`, lang)
    return lastEntry === null ? range : words('hours_last_entry', { hours: range, time: lastEntry })
  })
  return [[words('visiting_hours'), ...lines]]
}
