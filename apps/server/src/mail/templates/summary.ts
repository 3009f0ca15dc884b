import type { DaySummary } from '@kippu/domain/books/day-summary'
import { formatDate } from '@kippu/domain/date-format'

import type { Fact, Letter } from '../letter/letter.ts'
import { writeYen } from './bill.ts'
import { footerLines, type SiteMailContext } from './frame.ts'

/** The mail that tells a venue of its day. */
export function summaryMail(writing: SiteMailContext, summary: DaySummary): Letter {
  const { lang, words, site } = writing
  const dateOf = (day: string): string => formatDate(day, words('common_date_format'), lang)
  const date = dateOf(summary.day)
  return {
    lang,
    subject: words('mail_summary_subject', { site, date }),
    preview: writeYen(writing, summary.sold),
    site,
    house: writing.house,
    replyTo: writing.contact.email,
    isPictured: false,
    // The name of the site is above it.
    title: words('mail_summary_title', { date }),
    files: [],
    blocks: [
      { kind: 'facts', rows: dayFacts(writing, summary) },
      ...summary.places
        .filter(({ products }) => products.length > 0)
        .map(({ day, products }) => ({
          kind: 'facts' as const,
          title: words('mail_summary_places', { date: dateOf(day) }),
          rows: products.map(({ product, sold, capacity }): Fact => [
            product,
            words('mail_summary_place', { sold, capacity }),
          ]),
        })),
      { kind: 'small', text: words('mail_summary_where') },
    ],
    footer: footerLines(writing),
  }
}

function dayFacts(writing: SiteMailContext, summary: DaySummary): readonly Fact[] {
  const { words } = writing
  const { visits, tickets, refundedTickets, visitors } = summary
  return [
    [
      words('mail_summary_sold'),
      writeYen(writing, summary.sold),
      words('mail_summary_visits', { visits, tickets }),
    ],
    ...(summary.changes === 0
      ? []
      : [[words('mail_summary_changes'), writeYen(writing, summary.changes)] satisfies Fact]),
    [
      words('mail_summary_refunded'),
      writeYen(writing, summary.refunds),
      words('mail_summary_back', { tickets: refundedTickets }),
    ],
    [
      words('mail_summary_visitors'),
      words('mail_summary_came', { came: visitors.admitted, sold: visitors.sold }),
      words('mail_summary_missed', { count: visitors.noShows }),
    ],
    [words('mail_summary_undelivered'), String(summary.undelivered)],
    [words('mail_summary_person'), String(summary.needPerson)],
  ]
}
