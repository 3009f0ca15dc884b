import type { Block } from '../letter/letter.ts'
import { type MailLocale, writeMoment } from './visit.ts'

/** The links that a buyer may need between the purchase and the visit. */
export interface LaterLinks {
  /** The page that moves the visit, and until when it may be moved, in +09:00; null where it may not. */
  readonly change: { readonly url: string; readonly until: string } | null
  /** The page that finds the tickets again. */
  readonly inquiryUrl: string
}

/** How the visit is moved and how lost tickets are found. */
export function laterBlocks(writing: MailLocale, { change, inquiryUrl }: LaterLinks): Block[] {
  const { words } = writing
  return [
    ...(change === null
      ? []
      : ([
          { kind: 'heading', text: words('mail_move_title') },
          { kind: 'small', text: words('mail_move_until', { deadline: writeMoment(writing, change.until) }) },
          { kind: 'link', label: words('mail_move_link'), url: change.url },
        ] as const)),
    { kind: 'heading', text: words('mail_inquiry_title') },
    { kind: 'small', text: words('mail_inquiry') },
    { kind: 'link', label: words('mail_inquiry_link'), url: inquiryUrl },
  ]
}
