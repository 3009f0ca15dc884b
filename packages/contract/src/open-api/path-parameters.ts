import type { CallName } from '../calls.ts'

/** The meaning of each parameter of a path: it has no schema that could say so. */
const USUAL: Readonly<Partial<Record<string, string>>> = {
  coupon: 'The code of the coupon, percent-encoded.',
  id: 'The number of the ticket inside its reservation.',
  reservation_token: 'The right to a reservation: whoever has it has the tickets. Keep it secret.',
  scan_id: 'The scan, by the number that the device made up.',
  share_token: 'The token of a link by which tickets were handed on, or that of the giver.',
  timechange_token: 'The right to a change of time. Keep it secret.',
  token: 'The right to an order: whoever has it may read and pay the order. Keep it secret.',
}

const MEMBER = { id: 'The token of the order.' }
const MAILBOX = { token: 'The token of the mail address, from a link in its mails.' }

/** Calls whose parameters mean something else than their names do elsewhere. */
const OTHERWISE: Readonly<Partial<Record<string, Readonly<Partial<Record<string, string>>>>>> = {
  loginMember: MEMBER,
  loginMemberByToken: MEMBER,
  readMember: MEMBER,
  readMailMagazines: MAILBOX,
  releaseMailMagazine: MAILBOX,
  readPurchase: { token: 'The token of the order, the reservation or the change of time.' },
  answerSpotFields: { token: 'The token of the order, or after its payment that of the reservation.' },
} satisfies Partial<Record<CallName, object>>

/** Throws for a parameter that nobody has told of. */
export function meaningOfParameter(call: string, parameter: string): string {
  const meaning = OTHERWISE[call]?.[parameter] ?? USUAL[parameter]
  if (meaning === undefined) throw new Error(`nobody has told what {${parameter}} of ${call} means`)
  return meaning
}
