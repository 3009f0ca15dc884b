import { jstDateOf, midnightOf } from '@kippu/domain/jst-date'
import type { FieldContent } from '@kippu/domain/form/order-fields'
import { type Language, LANGUAGES } from '@kippu/domain/language'
import { isOrderLive } from '@kippu/domain/states/order'
import type { SalesChannel } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Tx } from '../../platform/db/database.ts'
import { lockName } from '../../platform/db/lock-name.ts'
import {
  findOpenApproval,
  giveBackApproval,
  hasStaff,
  type RefusedApproval,
  spendApproval,
  type ToApprove,
} from '../../platform/staff/approvals.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import type { Act } from '../../platform/staff/staff-verb.ts'
import type { Tokens } from '../../platform/tokens.ts'
import { readBounds } from '../../sites/content/read-bounds.ts'
import type { AskedKind } from './find-kinds.ts'

/** Tickets that nobody pays for, as somebody asks for them. */
export interface AskedGuests {
  readonly siteKey: string
  /** As somebody calls it: UUID, code or name. */
  readonly product: string
  /** ISO date in Japan, and the time of its begin; null where the day has one alone. */
  readonly date: string
  readonly time: string | null
  /** Kinds of ticket by their names, and how many of each. */
  readonly kinds: readonly AskedKind[]
  readonly channel: SalesChannel
  readonly lang: Language
  /** Name and mail address of the guest, by the rules of the form. */
  readonly answers: readonly FieldContent[]
  /** For whom and why: press, guests of the house. */
  readonly reason: string
}

export function ticketsOf({ kinds }: Pick<AskedGuests, 'kinds'>): number {
  return kinds.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Guests as an approval binds them. */
export const guestsAsked = v.object({
  product: v.string(),
  date: v.string(),
  time: v.nullable(v.string()),
  kinds: v.array(v.object({ name: v.string(), quantity: v.number() })),
  lang: v.picklist(LANGUAGES),
})

/** The matter of a second person. It is bound to who gets the tickets too, of whom the row, which is kept, says nothing. */
export function guestsToApprove(
  { siteKey, product, date, time, kinds, channel, lang, answers }: AskedGuests,
  tokens: Pick<Tokens, 'hide'>,
): ToApprove {
  const asked = { product, date, time, kinds, channel, lang }
  const { hash } = tokens.hide(JSON.stringify({ asked, answers }))
  return {
    siteKey,
    verb: 'issue',
    subject: `${product} ${date} ${time ?? ''}`.trim(),
    asked,
    digest: hash.toString('base64url'),
  }
}

export type NotAlone = RefusedApproval | 'a second person is needed'

/**
 * Writes that somebody begins to issue tickets, where that is not too much for one person, or another one has agreed to exactly this. What they have begun that day
 * counts, but what was refused; by a command, all that commands have, since a name that was typed proves nobody.
 * @param id of the order: begun once, it is not begun again.
 * @returns what its lines say of the second person, or why it is not begun.
 */
export async function beginIssue(
  tx: Tx,
  act: Act,
  { id, ...asked }: AskedGuests & { readonly id: string },
  tokens: Pick<Tokens, 'hide'>,
): Promise<Readonly<Record<string, unknown>> | NotAlone> {
  const { siteKey, reason } = asked
  const tickets = ticketsOf(asked)
  // Two of one person at once would not see each other.
  await lockName(tx, `guests ${siteKey}`)
  const matter = guestsToApprove(asked, tokens)
  const { digest } = matter
  const begun = await readBegun(tx, siteKey, id)
  if (begun !== undefined) return begun.digest === digest ? begun.agreed : 'it is for something else'
  const agreed =
    !(await hasStaff(tx)) || !(await isTooManyGuests(tx, act, siteKey, tickets))
      ? {}
      : await agreedTo(tx, act, matter)
  if (typeof agreed === 'string') return agreed
  await recordAction(tx, act, {
    subject: id,
    reason,
    stage: 'begun',
    details: { tickets, digest, ...agreed },
  })
  return agreed
}

/**
 * Writes that the store did not issue what was begun, where nobody has written it yet: the approval is as if it had not been used. Nothing is written
 * while its order may still become tickets, or has.
 */
export async function refuseIssue(
  tx: Tx,
  act: Act,
  { id, siteKey, reason, ...asked }: AskedGuests & { readonly id: string },
  why: string,
): Promise<void> {
  await lockName(tx, `guests ${siteKey}`)
  const begun = await readBegun(tx, siteKey, id)
  if (begun === undefined || (await mayHaveTickets(tx, siteKey, id))) return
  const { agreed } = begun
  if (typeof agreed['approval'] === 'string') await giveBackApproval(tx, agreed['approval'])
  const details = { tickets: ticketsOf(asked), ...agreed, why }
  await recordAction(tx, act, { subject: id, reason, stage: 'refused', details })
}

/** Whether the order of what was begun is open, being paid, or complete. Who pays it waits until the answer is written. */
async function mayHaveTickets(tx: Tx, siteKey: string, id: string): Promise<boolean> {
  const order = await tx
    .selectFrom('orders')
    .select('status')
    .where('id', '=', id)
    .where('site_key', '=', siteKey)
    .forUpdate()
    .executeTakeFirst()
  return order !== undefined && (order.status === 'completed' || isOrderLive(order.status))
}

interface Begun {
  /** It stands for all that was asked for. */
  readonly digest: string
  readonly agreed: Readonly<Record<string, unknown>>
}

/** Begun, and not refused since: what its line says of a second person. */
async function readBegun(tx: Tx, siteKey: string, id: string): Promise<Begun | undefined> {
  const { rows } = await sql<Begun & { verb: string }>`
    select verb, details ->> 'digest' as digest, details - 'tickets' - 'digest' as agreed from staff_actions
     where site_key = ${siteKey} and subject = ${id} and verb in ('issue begun', 'issue refused') order by id desc limit 1`.execute(
    tx,
  )
  const [last] = rows
  return last?.verb === 'issue begun' ? last : undefined
}

async function isTooManyGuests(
  tx: Tx,
  { actor, via, clock }: Act,
  siteKey: string,
  tickets: number,
): Promise<boolean> {
  const { Guests_Alone_Day_Tickets: most } = await readBounds(tx, siteKey)
  const midnight = new Date(midnightOf(jstDateOf(clock.now())))
  const { rows } = await sql<{ tickets: number }>`
    select coalesce(sum((details -> 'tickets')::integer), 0)::integer as tickets
      from staff_actions l
     where site_key = ${siteKey} and verb = 'issue begun' and not details ? 'approval'
       and at >= ${midnight} and (${via} = 'cli' or via = 'cli' or staff = ${actor.name})
       and not exists (select from staff_actions r where r.subject = l.subject and r.verb = 'issue refused' and r.id > l.id)`.execute(
    tx,
  )
  return Number(rows[0]?.tickets) + tickets > most
}

async function agreedTo(
  tx: Tx,
  act: Act,
  matter: ToApprove,
): Promise<Readonly<Record<string, unknown>> | NotAlone> {
  const open = await findOpenApproval(tx, act, matter)
  if (open === null) return 'a second person is needed'
  const used = await spendApproval(tx, act, open.id, matter)
  return typeof used === 'string' ? used : { approval: open.id, approved_by: used.by }
}
