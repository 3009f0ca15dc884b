import { sql } from 'kysely'
import * as v from 'valibot'

import { type CouponSearch, findCoupons, type ListedCoupon } from '../../orders/coupons/list-coupons.ts'
import type { Database, Read } from '../../platform/db/database.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAction, recordAlone } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { randomUUID } from 'node:crypto'
import { writeCsv } from '../catalogue/files/write-csv.ts'

/** So many codes are handed out at once. */
const MOST_CODES = 20_000

interface Handed {
  readonly codes: number
  readonly csv: string
}

interface Parts {
  readonly db: Database
}

/** The codes of a search as a sheet; the log keeps who took them. */
export const handOutCodes = staffVerb({
  name: 'coupons codes',
  permission: 'coupons:write',
  reach: 'site',
  input: v.object({ ...site, typed: v.string() }),
  run: async ({ db }: Parts, search: CouponSearch, act: Act): Promise<Handed> => {
    const found = await db.read(read => readCodes(read, search))
    await recordAlone(db, act, { subject: search.typed, details: { codes: found.codes } })
    return found
  },
})

/** As they are when they are read. */
export async function readCodes(read: Read, search: CouponSearch): Promise<Handed> {
  const { coupons } = await findCoupons(read, search, MOST_CODES)
  return {
    codes: coupons.length,
    csv: writeCsv(
      Object.keys(COLUMNS),
      coupons.map(coupon => Object.values(COLUMNS).map(cell => cell(coupon))),
    ),
  }
}

const COLUMNS: Readonly<Record<string, (coupon: ListedCoupon) => string | number>> = {
  code: ({ code }) => code,
  name_ja: ({ names }) => names['ja'] ?? '',
  name_en: ({ names }) => names['en'] ?? '',
  active: ({ isActive }) => (isActive ? 'yes' : 'no'),
  starts_on: ({ startsOn }) => startsOn ?? '',
  ends_on: ({ endsOn }) => endsOn ?? '',
  usage_limit: ({ usageLimit }) => usageLimit ?? '',
  uses: ({ uses }) => uses,
  yen: ({ yen }) => yen,
}

interface MailedCodes extends CouponSearch {
  /** The name of a member of the staff. */
  readonly to: string
}

/** Mails the codes of a search to a member of the staff who works there. False where they do not, or have no address. */
export const mailCodes = staffVerb({
  name: 'coupons mail',
  permission: 'coupons:write',
  reach: 'site',
  input: v.object({ ...site, typed: v.string(), to: v.string() }),
  run: (
    { db, jobs }: Parts & { readonly jobs: JobQueue },
    { siteKey, typed, to }: MailedCodes,
    act: Act,
  ): Promise<boolean> =>
    db.transaction(async tx => {
      if (!(await readReaders(tx, siteKey)).includes(to)) return false
      const about = { kind: 'codes', mail: randomUUID(), siteKey, typed, by: act.actor.name } as const
      await jobs.enqueue(tx, { name: 'send-staff-mail', staff: to, about })
      await recordAction(tx, act, { subject: typed, details: { to } })
      return true
    }),
})

/** The staff to whom codes of a site can be mailed, by name. */
export const listCodeReaders = staffVerb({
  name: 'coupons readers',
  permission: 'coupons:write',
  reach: 'site',
  input: v.object(site),
  run: ({ db }: Parts, { siteKey }: Pick<CouponSearch, 'siteKey'>) =>
    db.read(read => readReaders(read, siteKey)),
})

async function readReaders(read: Read, siteKey: string): Promise<readonly string[]> {
  const rows = await read
    .selectFrom('staff')
    .select('name')
    .where('email', 'is not', null)
    .where(sql<boolean>`(site_keys is null or ${siteKey} = any(site_keys))`)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
