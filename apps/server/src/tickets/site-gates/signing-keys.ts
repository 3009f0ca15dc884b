import { createPrivateKey, createPublicKey, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto'

import { sql } from 'kysely'

import type { Database, Read, Tx } from '../../platform/db/database.ts'
import type { Tokens } from '../../platform/tokens.ts'
import { lockName } from '../../platform/db/lock-name.ts'

/** A key with which codes of a site are signed, as it is stored. */
export interface StoredGateKey {
  readonly number: number
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer
  readonly createdAt: Date
  readonly retiredAt: Date | null
}

/** The keys of a site that are not retired. */
export interface SigningKeys {
  /** With which new codes are signed: the newest one that this deployment's secrets make. */
  readonly number: number
  sign(bytes: Uint8Array): Buffer
  /** Whether the key of this number signed the bytes; false for a key that is retired or unknown. */
  isSigned(number: number, bytes: Uint8Array, signature: Uint8Array): boolean
  readonly publicKeys: ReadonlyArray<{ readonly number: number; readonly publicKey: Buffer }>
}

const MOST_KEYS = 255
/** The bytes before the 32 bytes in the forms that Node reads (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** The signing keys of a site; the first one is made when it is first asked for. */
export async function readSigningKeys(
  db: Pick<Database, 'read' | 'transaction'>,
  tokens: Tokens,
  siteKey: string,
): Promise<SigningKeys> {
  const known = await db.read(read => listGateKeys(read, siteKey))
  const made = usableKeys(tokens, siteKey, known)
  if (made !== undefined) return made
  // None yet, or all were made with secrets that this deployment has no more.
  const added = await db.transaction(async tx => {
    await lockKeys(tx, siteKey)
    // Another process may have been faster.
    const before = await listGateKeys(tx, siteKey)
    return usableKeys(tokens, siteKey, before) === undefined ? addGateKey(tx, tokens, siteKey) : before
  })
  const keys = usableKeys(tokens, siteKey, added)
  if (keys === undefined) throw new Error(`no key of site ${siteKey} signs codes`)
  return keys
}

/** All keys of a site, the newest first. */
export async function listGateKeys(read: Read, siteKey: string): Promise<readonly StoredGateKey[]> {
  return read
    .selectFrom('gate_keys')
    .select(['number', 'public_key as publicKey', 'created_at as createdAt', 'retired_at as retiredAt'])
    .where('site_key', '=', siteKey)
    .orderBy('number', 'desc')
    .execute()
}

/** Adds a key, with which all new codes are signed from then on. Codes of the former ones stay good until these are retired. */
export async function addGateKey(tx: Tx, tokens: Tokens, siteKey: string): Promise<readonly StoredGateKey[]> {
  await lockKeys(tx, siteKey)
  const before = await listGateKeys(tx, siteKey)
  const number = (before[0]?.number ?? 0) + 1
  if (number > MOST_KEYS) throw new Error(`site ${siteKey} has had ${MOST_KEYS} signing keys`)
  const [seed] = seedsOf(tokens, siteKey, number)
  if (seed === undefined) throw new Error('there is no secret')
  await tx
    .insertInto('gate_keys')
    .values({
      site_key: siteKey,
      number,
      public_key: publicKeyOf(privateKeyOf(seed)),
      created_at: sql<Date>`now()`,
      retired_at: null,
    })
    .execute()
  return listGateKeys(tx, siteKey)
}

/** A transaction that adds a key of a site waits for another that is adding one. */
async function lockKeys(tx: Tx, siteKey: string): Promise<void> {
  await lockName(tx, `gate keys ${siteKey}`)
}

/** Codes that a key signed are refused from now on: a visitor who shows one opens the page of the ticket again. */
export async function retireGateKey(
  tx: Tx,
  { siteKey, number }: { readonly siteKey: string; readonly number: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gate_keys')
    .set({ retired_at: sql<Date>`now()` })
    .where('site_key', '=', siteKey)
    .where('number', '=', number)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function usableKeys(
  tokens: Tokens,
  siteKey: string,
  stored: readonly StoredGateKey[],
): SigningKeys | undefined {
  const current = stored.filter(({ retiredAt }) => retiredAt === null)
  for (const { number, publicKey } of current) {
    const key = seedsOf(tokens, siteKey, number)
      .map(privateKeyOf)
      .find(one => publicKeyOf(one).equals(publicKey))
    if (key !== undefined) return signingKeys(number, key, current)
  }
  return undefined
}

function signingKeys(number: number, key: KeyObject, current: readonly StoredGateKey[]): SigningKeys {
  const checkers = new Map(
    current.map(one => [
      one.number,
      createPublicKey({
        key: Buffer.concat([PUBLIC_PREFIX, one.publicKey]),
        format: 'der',
        type: 'spki',
      }),
    ]),
  )
  return {
    number,
    sign: bytes => sign(null, bytes, key),
    isSigned: (by, bytes, signature) => {
      // The same bytes are always signed the same (RFC 8032), and signing takes a third of the time of verifying.
      if (by === number) return sameBytes(sign(null, bytes, key), signature)
      const checker = checkers.get(by)
      return checker !== undefined && verify(null, bytes, checker, signature)
    },
    publicKeys: current.map(({ number: of, publicKey }) => ({ number: of, publicKey })),
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

function seedsOf(tokens: Tokens, siteKey: string, number: number): readonly Buffer[] {
  return tokens.seedsOf(`gate ${siteKey} ${number}`)
}

function privateKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' })
}

function publicKeyOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length)
}
