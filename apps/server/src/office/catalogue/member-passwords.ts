import type { Database } from '../../platform/db/database.ts'
import { hashPassword, isPasswordOf } from '../../orders/membership/password.ts'
import type { Faults } from './files/raw-sheet.ts'
import { planImport, type PlanRequest } from './plan.ts'
import type { Plan, PlannedSheet } from './planned.ts'
import { sheetNamed } from './sheets/all-sheets.ts'
import { members, PASSWORD } from './sheets/members.ts'
import { type Change, isSameRow, keyOf, nullableTextOf, textOf } from './sheets/sheet.ts'

/** The hash of each new password by its member: two who chose the same one have other salts. */
export type Hashes = ReadonlyMap<string, { readonly password: string; readonly hash: string }>

/** Hashed at once: as many as the threads that do it. */
const AT_ONCE = 4

/** Hashing takes its time, so it is done before anything is locked, and not at all for files with faults. */
export async function passwordHashes(
  db: Pick<Database, 'read'>,
  asked: PlanRequest,
): Promise<Hashes | Faults> {
  if (asked.raws.every(raw => sheetNamed(raw.name) !== members)) return new Map()
  const { sheets, faults } = await db.read(read => planImport(read, asked))
  if (faults.total > 0) return faults
  return hashesOf(sheets, async (password, stored) =>
    stored !== null && (await isPasswordOf(stored, password)) ? stored : hashPassword(password),
  )
}

/** A plan without the passwords that their members have already. */
export async function withoutOwnPasswords({ sheets, ...plan }: Plan): Promise<Plan> {
  const own = await hashesOf(sheets, async (password, stored) =>
    stored !== null && (await isPasswordOf(stored, password)) ? stored : undefined,
  )
  return { ...plan, sheets: sheets.map(one => hashedSheet(one, change => hashed(change, own) ?? change)) }
}

type Hash = (password: string, stored: string | null) => Promise<string | undefined>

async function hashesOf(sheets: readonly PlannedSheet[], hash: Hash): Promise<Hashes> {
  const hashes = new Map<string, { readonly password: string; readonly hash: string }>()
  const waiting = sheets.flatMap(({ sheet, changes }) => (sheet === members ? [...changes] : []))
  const worker = async (): Promise<void> => {
    for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
      const password = newPassword(change)
      if (password === null || change.after === null) continue
      const found = await hash(password, nullableTextOf(change.before?.[PASSWORD]))
      if (found !== undefined) hashes.set(keyOf(members, change.after), { password, hash: found })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return hashes
}

/** The password that a change sets, in words; null where it stays as it is. */
function newPassword({ before, after }: Change): string | null {
  const password = textOf(after?.[PASSWORD])
  return password === '' || password === before?.[PASSWORD] ? null : password
}

/** Puts hashes in the place of new passwords. @throws Error where one has none: a password is never written. */
export function withHashes(sheets: readonly PlannedSheet[], hashes: Hashes): readonly PlannedSheet[] {
  return sheets.map(one =>
    hashedSheet(one, change => {
      const known = hashed(change, hashes)
      if (known === undefined) throw new Error('a new password has no hash')
      return known
    }),
  )
}

/** A member who has their password already, and of whom nothing else is new, is the same. */
function hashedSheet(one: PlannedSheet, hashOf: (change: Change) => Change): PlannedSheet {
  if (one.sheet !== members) return one
  const changes = Array.from(one.changes, hashOf).filter(
    ({ before, after }) => before === null || after === null || !isSameRow(members, before, after),
  )
  return { ...one, changes, same: one.same + one.changes.length - changes.length }
}

function hashed(change: Change, hashes: Hashes): Change | undefined {
  const password = newPassword(change)
  if (password === null || change.after === null) return change
  const known = hashes.get(keyOf(members, change.after))
  return known?.password === password
    ? { ...change, after: change.after.with(PASSWORD, known.hash) }
    : undefined
}
