import { timingSafeEqual } from 'node:crypto'

import { uuid } from '@kippu/contract/shapes'
import { DEFAULT_LANGUAGE, isLanguage } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'
import * as v from 'valibot'

import { hashToken } from '../../../platform/tokens.ts'
import { type AppleWalletAccount } from '../accounts/apple-wallet-account.ts'
import { walletsOf } from '../accounts/wallet-accounts.ts'
import {
  deleteRegistration,
  findApplePass,
  findChanges,
  type PassRow,
  storeRegistration,
} from '../passes/queries.ts'
import type { WalletDeps } from '../passes/wallet-deps.ts'
import type { MakePasses } from './apple-passes.ts'

/** Phones that are told of one pass: those of a family that shares an account, and their watches. */
const MOST_PHONES = 20

/** The pass that a phone names in a call. */
export interface NamedPass {
  readonly site: Site
  readonly passType: string
  readonly serial: string
  /** The token of its `Authorization: ApplePass …`; empty without one. */
  readonly token: string
}

interface KnownPass {
  readonly account: AppleWalletAccount
  readonly row: PassRow
}

/** A status of Apple's protocol, where a phone gets nothing else. */
export type PhoneRefusal = 401 | 404 | 429

/** The account of a site, where the pass type is its own; each other one is unknown to it. */
export function accountOf(
  { env }: Pick<WalletDeps, 'env'>,
  { site, passType }: Pick<NamedPass, 'site' | 'passType'>,
): AppleWalletAccount | undefined {
  const { apple } = walletsOf(env.wallets, site.key)
  return apple?.passTypeId === passType ? apple : undefined
}

/** The pass of a site that a phone names, if it has the token of that pass. */
async function authorise(
  deps: Pick<WalletDeps, 'db' | 'env'>,
  named: NamedPass,
): Promise<KnownPass | PhoneRefusal> {
  const account = accountOf(deps, named)
  // The database would not take another form as a question.
  if (account === undefined || !v.is(uuid, named.serial)) return 404
  const row = await deps.db.read(read =>
    findApplePass(read, { siteKey: named.site.key, serial: named.serial }),
  )
  if (row === undefined) return 404
  return timingSafeEqual(hashToken(named.token), row.tokenHash) ? { account, row } : 401
}

/** A phone wants to be told of changes of a pass. */
export async function registerPhone(
  deps: WalletDeps,
  named: NamedPass,
  phone: { readonly device: string; readonly pushToken: string },
): Promise<200 | 201 | PhoneRefusal> {
  const pass = await authorise(deps, named)
  if (typeof pass === 'number') return pass
  const registration = { ...phone, passId: pass.row.id }
  const stored = await deps.db.transaction(tx => storeRegistration(tx, registration, MOST_PHONES))
  if (stored === undefined) return 429
  return stored === 'new' ? 201 : 200
}

/** The pass was taken out of the wallet. */
export async function unregisterPhone(
  deps: WalletDeps,
  named: NamedPass,
  device: string,
): Promise<200 | PhoneRefusal> {
  const pass = await authorise(deps, named)
  if (typeof pass === 'number') return pass
  await deps.db.transaction(tx => deleteRegistration(tx, { device, passId: pass.row.id }))
  return 200
}

interface ChangedPasses {
  readonly serialNumbers: readonly string[]
  readonly lastUpdated: string
}

/**
 * The passes of a phone that have changed. The phone's id is all that it proves itself by (Apple's documentation calls it a shared
 * secret), and serial numbers alone open nothing. Undefined where nothing has changed.
 */
export async function listChanged(
  { db }: Pick<WalletDeps, 'db'>,
  {
    site,
    device,
    since,
  }: { readonly site: Site; readonly device: string; readonly since: string | undefined },
): Promise<ChangedPasses | undefined> {
  const seconds = since !== undefined && /^\d{1,12}$/.test(since) ? Number(since) : null
  const { now, serials } = await db.read(read =>
    findChanges(read, { siteKey: site.key, device, since: seconds }),
  )
  return serials.length === 0 ? undefined : { serialNumbers: serials, lastUpdated: String(now) }
}

interface ReadPass {
  readonly bytes: Buffer
  /** In ms since 1970. */
  readonly changedAt: number
}

/** A pass as it is now; `unchanged` where the phone has it from then on. @param knownSince in ms since 1970; NaN without one. */
export async function readPass(
  deps: WalletDeps & { readonly makePasses: MakePasses },
  named: NamedPass,
  knownSince: number,
): Promise<ReadPass | 'unchanged' | PhoneRefusal> {
  const pass = await authorise(deps, named)
  if (typeof pass === 'number') return pass
  const { account, row } = pass
  const changedAt = row.changedAt * 1_000
  if (changedAt <= knownSince) return 'unchanged'
  const [bytes] = await deps.makePasses({
    account,
    site: named.site,
    lang: isLanguage(row.lang) ? row.lang : DEFAULT_LANGUAGE,
    rows: [row],
    // Also where the key that it was made with is gone.
    tokenOf: () => named.token,
  })
  return bytes === undefined ? 404 : { bytes, changedAt }
}
