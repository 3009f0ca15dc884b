import { setTimeout as delay } from 'node:timers/promises'

import * as v from 'valibot'

import { type Shop, withDatabase } from '../purchases/shop.ts'

const LOOK_EVERY_MS = 200
const PATIENCE_MS = 600_000

const openRows = v.tuple([v.object({ open: v.number() })])

/** Waits until every mail is sent and no payment and no refund is open. @throws when it takes more than ten minutes. */
export async function untilSettled({ own, name }: Shop): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    await own.query({
      text: `update jobs.job set start_after = now() where name like 'send-%' and state < 'active' and start_after > now()`,
    })
    const rows = await own.query({
      text: `select ((select count(*) from payment_attempts where check_at is not null or operation is not null)
                   + (select count(*) from refund_requests where not is_spread)
                   + (select count(*) from refunds where state <> 'done')
                   + (select count(*) from jobs.job where state <= 'active' and name like 'send-%'))::int as open`,
    })
    const [{ open }] = v.parse(openRows, rows)
    if (open === 0) return
    if (performance.now() > until) throw new Error(`${name}: ${open} payments, refunds and mails are open`)
    await delay(LOOK_EVERY_MS)
  }
}

const ledger = v.object({
  entries: v.array(v.object({ attempt_id: v.nullable(v.string()), kind: v.string(), amount: v.number() })),
})

const visitRows = v.array(
  v.object({
    id: v.string(),
    orderId: v.string(),
    changes: v.number(),
    attempts: v.array(v.string()),
    price: v.number(),
  }),
)

const VISITS = `
  select r.id::text, r.order_id::text as "orderId", r.token_generation as changes,
         (select array_agg(p.attempt_id::text) from reservation_payments p where p.reservation_id = r.id) as attempts,
         (select sum(price)::int from tickets t where t.reservation_id = r.id and t.revoked_at is null) as price
    from reservations r`

export interface ChangeBooks {
  readonly visits: number
  readonly changes: number
  /** Yen of the providers' own ledger. */
  readonly charged: number
  readonly givenBack: number
  /** Yen that the tickets cost now. */
  readonly worth: number
}

/**
 * A visit has one mail with its tickets, and one of its newest change: a change is told of unless the visit was moved again before
 * its mail began.
 */
function wrongMails(
  { mails }: Shop,
  { id, orderId, changes }: v.InferOutput<typeof visitRows>[number],
): string[] {
  const wanted = [`completion.${id}`, ...(changes === 0 ? [] : [`change.${orderId}`])]
  return wanted
    .filter(letter => mails.letters.get(letter) !== 1)
    .map(letter => `${letter} was sent ${mails.letters.get(letter) ?? 0} times`)
}

/**
 * Checks once everything is settled that each visit was moved as often as its visitors were told, that what the providers have of it is
 * what its tickets cost, to the yen, that it has its mails, and that no invariant of the program is broken.
 *
 * @throws with everything that is wrong.
 */
export async function checkBooks(shop: Shop, told: { readonly changes: number }): Promise<ChangeBooks> {
  const { entries } = v.parse(ledger, await (await fetch(`${shop.providers}/_sim/ledger`)).json())
  const byAttempt = Map.groupBy(entries, ({ attempt_id: id }) => id ?? '')
  const sumOf = (attempts: readonly string[], kind: string): number =>
    attempts
      .flatMap(id => byAttempt.get(id) ?? [])
      .filter(entry => entry.kind === kind)
      .reduce((sum, { amount }) => sum + amount, 0)
  const visits = v.parse(visitRows, await shop.own.query({ text: VISITS })).map(visit => ({
    ...visit,
    charged: sumOf(visit.attempts, 'captured'),
    givenBack: sumOf(visit.attempts, 'refunded'),
  }))
  const total = (of: 'changes' | 'charged' | 'givenBack' | 'price'): number =>
    visits.reduce((sum, visit) => sum + visit[of], 0)
  const known = new Set(visits.flatMap(({ attempts }) => attempts))
  const wrongs = [
    ...(await withDatabase(shop, db => shop.program.findBrokenInvariants(db))),
    ...visits
      .filter(({ price, charged, givenBack }) => charged - givenBack !== price)
      .map(
        visit => `${visit.id} costs ${visit.price}: ${visit.charged} charged, ${visit.givenBack} given back`,
      ),
    ...[...byAttempt.keys()].filter(id => !known.has(id)).map(id => `money for ${id}, which moved nothing`),
    ...(total('changes') === told.changes
      ? []
      : [`${told.changes} changes were told of, and ${total('changes')} made`]),
    ...visits.flatMap(visit => wrongMails(shop, visit)),
  ]
  if (wrongs.length > 0)
    throw new Error(
      `the books of ${shop.name} do not balance (${wrongs.length}):\n${wrongs.slice(0, 20).join('\n')}`,
    )
  return {
    visits: visits.length,
    changes: total('changes'),
    charged: total('charged'),
    givenBack: total('givenBack'),
    worth: total('price'),
  }
}
