import * as v from 'valibot'

import { findNamed, ordersOf } from '../office/desk/find-named.ts'
import { type OrderLetter, readLetters } from '../office/desk/order-letters.ts'
import type { Read } from '../platform/db/database.ts'
import { JOBS } from '../platform/jobs/jobs.ts'
import { site, uuid } from '../platform/staff/inputs.ts'
import { recordAlone } from '../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../platform/staff/staff-verb.ts'
import type { Houses } from './houses.ts'
import { compose } from './letter/compose.ts'
import type { Letter } from './letter/letter.ts'
import { sendCancellationMail } from './send-cancellation-mail.ts'
import { sendChangeMail } from './send-change-mail.ts'
import { sendCompletionMail, sendCorrectedTickets, sendTicketsAgain } from './send-completion-mail.ts'
import type { MailContentDeps, MailDeps } from './send-letter.ts'
import { sendRefundMail } from './send-refund-mail.ts'
import { sendReminderMail } from './send-reminder-mail.ts'
import { sendThanksMail } from './send-thanks-mail.ts'
import { digestOfLetter, forStaff } from './sent-letter.ts'

interface AskedSentLetter {
  readonly siteKey: string
  /** The number of its reservation, or the id of an order. */
  readonly typed: string
  /** As the story names it. */
  readonly mail: string
  readonly houses: Houses
}

/** `not known`: it was sent without a note of its words. */
export type AsSent = 'yes' | 'no' | 'not known'

interface Written {
  readonly orderId: string
  readonly letter: Letter
  readonly asSent: AsSent
}

const about = { permission: 'orders:contact', reach: 'site' } as const
const input = v.object({
  ...site,
  typed: v.string(),
  mail: uuid,
  houses: v.custom<Houses>(() => true),
})

/** Whether a letter can be shown, and whether it reads as it did. `not written`: it would not be sent as things are now. */
export const judgeSentLetter = staffVerb({
  name: 'order letter state',
  ...about,
  input,
  run: async (
    parts: MailContentDeps,
    asked: AskedSentLetter,
  ): Promise<AsSent | 'unknown' | 'not written'> => {
    const found = await writeAgain(parts, asked)
    return typeof found === 'string' ? found : found.asSent
  },
})

/** A letter to a buyer as a page, written again from what the store knows. That it was read is written down. */
export const readSentLetter = staffVerb({
  name: 'order letter',
  ...about,
  input,
  run: async (parts: MailContentDeps, asked: AskedSentLetter, act: Act): Promise<string | undefined> => {
    const found = await writeAgain(parts, asked)
    if (typeof found === 'string') return undefined
    await recordAlone(parts.db, act, { subject: found.orderId, details: { mail: asked.mail } })
    return compose(forStaff(found.letter)).html
  },
})

async function writeAgain(
  parts: MailContentDeps,
  asked: AskedSentLetter,
): Promise<Written | 'unknown' | 'not written'> {
  const sent = await parts.db.read(read => findSent(read, asked))
  if (sent === undefined) return 'unknown'
  let letter: Letter | undefined
  const mailer: MailDeps['mailer'] = {
    send: mail => {
      letter = mail.letter
      return Promise.resolve('sent')
    },
    close: () => undefined,
  }
  await WRITERS[sent.job]?.({ ...parts, mailer, houses: asked.houses }, sent.data)
  if (letter === undefined) return 'not written'
  const { orderId, words } = sent
  return {
    orderId,
    letter,
    asSent: words === null ? 'not known' : words === digestOfLetter(letter) ? 'yes' : 'no',
  }
}

async function findSent(
  read: Read,
  { siteKey, typed, mail }: AskedSentLetter,
): Promise<(OrderLetter & { readonly orderId: string }) | undefined> {
  const named = await findNamed(read, siteKey, typed)
  if (named === undefined) return undefined
  const { orderId, reservationId } = named
  const letters = await readLetters(read, { orderIds: await ordersOf(read, named), reservationId })
  const sent = letters.find(({ id, state }) => id === mail && state === 'sent')
  return sent && { ...sent, orderId }
}

type Writer = (deps: MailDeps, stored: unknown) => Promise<unknown>

/** The letters about a visit. The one that proves an address holds the code alone, and goes with the order. */
const WRITERS: Readonly<Record<string, Writer>> = {
  'send-completion-mail': (deps, stored) =>
    sendCompletionMail(deps, JOBS['send-completion-mail'].read(stored)),
  'send-tickets-again': (deps, stored) => sendTicketsAgain(deps, JOBS['send-tickets-again'].read(stored)),
  'send-corrected-tickets': (deps, stored) =>
    sendCorrectedTickets(deps, JOBS['send-corrected-tickets'].read(stored)),
  'send-change-mail': (deps, stored) => sendChangeMail(deps, JOBS['send-change-mail'].read(stored)),
  'send-refund-mail': (deps, stored) => sendRefundMail(deps, JOBS['send-refund-mail'].read(stored)),
  'send-cancellation-mail': (deps, stored) =>
    sendCancellationMail(deps, JOBS['send-cancellation-mail'].read(stored)),
  'send-reminder-mail': (deps, stored) => sendReminderMail(deps, JOBS['send-reminder-mail'].read(stored)),
  'send-thanks-mail': (deps, stored) => sendThanksMail(deps, JOBS['send-thanks-mail'].read(stored)),
}
