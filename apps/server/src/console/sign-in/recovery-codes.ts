import { randomInt } from 'node:crypto'

import type { Clock } from '../../platform/clock.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/tokens.ts'

const CODES = 10
/** Four groups of four of 31 signs are 79 bits: nobody finds one by trying. */
const GROUPS = 4
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz'

/** Ten new codes of a person, told once: those of before are worth nothing. */
export async function renewCodes(tx: Tx, clock: Clock, staff: string): Promise<readonly string[]> {
  await tx.deleteFrom('staff_recovery_codes').where('staff', '=', staff).execute()
  const codes = Array.from({ length: CODES }, makeCode)
  await tx
    .insertInto('staff_recovery_codes')
    .values(codes.map(code => ({ staff, code_hash: hashOf(code), created_at: new Date(clock.now()) })))
    .execute()
  return codes
}

/** Whether a code opens the door: each does once. */
export async function spendCode(tx: Tx, clock: Clock, staff: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_recovery_codes')
    .set({ used_at: new Date(clock.now()) })
    .where('staff', '=', staff)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether a code would open the door now, to somebody who has not left. */
export async function isUnusedCode(read: Read, staff: string, code: string): Promise<boolean> {
  const found = await read
    .selectFrom('staff_recovery_codes')
    .innerJoin('staff', 'staff.name', 'staff_recovery_codes.staff')
    .select('staff')
    .where('staff', '=', staff)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .where('staff.ended_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export async function countCodes(read: Read, staff: string): Promise<number> {
  const { count } = await read
    .selectFrom('staff_recovery_codes')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('staff', '=', staff)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

function makeCode(): string {
  const group = (): string => Array.from({ length: 4 }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** Read as it was meant: without blanks and hyphens, in small letters. */
function hashOf(code: string): Buffer {
  return hashToken(
    code
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^a-z\d]/g, ''),
  )
}
