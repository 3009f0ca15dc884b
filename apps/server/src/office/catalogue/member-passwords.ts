import type { Database } from '../../platform/db/database.ts'
import { hashPassword } from '../../orders/membership/password.ts'
import type { Faults } from './files/raw-sheet.ts'
import { planImport, type PlanRequest } from './plan.ts'
import type { PlannedSheet } from './planned.ts'
import { sheetNamed } from './sheets/all-sheets.ts'
import { members, PASSWORD } from './sheets/members.ts'
import { type Change, keyOf, textOf } from './sheets/sheet.ts'

/** The hash of each new password by its member: two who chose the same one have other salts. */
export type Hashes = ReadonlyMap<string, { readonly password: string; readonly hash: string }>

/** Hashed at once: as many as the threads that do it. */
const AT_ONCE = 4

/** Hashing takes its time, so it is done before anything is locked, and not at all for files with faults. */
export async function passwordHashes(
  db: Pick<Database, 'read'>,
  asked: PlanRequest,
): Promise<Hashes | Faults> {
  const hashes = new Map<string, { readonly password: string; readonly hash: string }>()
  if (asked.raws.every(raw => sheetNamed(raw.name) !== members)) return hashes
  const { sheets, faults } = await db.read(read => planImport(read, asked))
  if (faults.total > 0) return faults
  const waiting = sheets.flatMap(({ sheet, changes }) => (sheet === members ? [...changes] : []))
  const worker = async (): Promise<void> => {
    for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
      const password = newPassword(change)
      if (password !== null && change.after !== null)
        hashes.set(keyOf(members, change.after), { password, hash: await hashPassword(password) })
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
  return sheets.map(one => {
    if (one.sheet !== members) return one
    return { ...one, changes: Array.from(one.changes, change => hashed(change, hashes)) }
  })
}

function hashed(change: Change, hashes: Hashes): Change {
  const password = newPassword(change)
  if (password === null || change.after === null) return change
  const known = hashes.get(keyOf(members, change.after))
  if (known?.password !== password) throw new Error('a new password has no hash')
  return { ...change, after: change.after.with(PASSWORD, known.hash) }
}
