import type { Block, QrTicket } from '../letter/letter.ts'
import type { MailLocale } from './visit.ts'

/**
 * The codes for the entrance that a mail has: one for each ticket, or one for a large party; none where they change every half minute, and none
 * where no ticket is left that lets somebody in.
 */
export type MailedCodes =
  | { readonly kind: 'each'; readonly tickets: readonly EntryCode[] }
  | { readonly kind: 'party'; readonly code: EntryCode; readonly count: number }
  | { readonly kind: 'changing' | 'none' }

/** A code as a QR code says it, and as it is read out. */
export interface EntryCode extends Pick<QrTicket, 'name' | 'content' | 'readable'> {}

export function codeBlocks({ words }: MailLocale, codes: MailedCodes): Block[] {
  const title = words('mail_codes_title')
  switch (codes.kind) {
    case 'each': {
      const total = codes.tickets.length
      return [
        {
          kind: 'tickets',
          title,
          note: words('mail_codes_each'),
          tickets: codes.tickets.map((ticket, index) => ({
            ...ticket,
            position: words('ticket_position', { current: index + 1, total }),
          })),
        },
      ]
    }
    case 'party':
      return [
        {
          kind: 'tickets',
          title,
          note: words('mail_codes_party', { count: codes.count }),
          tickets: [{ ...codes.code, position: words('common_tickets_other', { count: codes.count }) }],
        },
      ]
    case 'changing':
      return [
        { kind: 'heading', text: title },
        { kind: 'paragraph', text: words('mail_codes_changing', { button: words('mail_complete_button') }) },
      ]
    case 'none':
      return []
  }
}
