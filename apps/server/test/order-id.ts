import type { Read } from '../src/platform/db/database.ts'
import { hashToken } from '../src/platform/tokens.ts'

/** The id of the order that a token opens, whatever its kind. */
export async function orderIdOf(read: Read, token: string): Promise<string> {
  const { id } = await read
    .selectFrom('orders')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  return id
}
