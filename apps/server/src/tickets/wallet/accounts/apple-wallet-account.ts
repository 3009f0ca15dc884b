import type { X509Certificate } from 'node:crypto'

import * as v from 'valibot'

import { systemClock } from '../../../platform/clock.ts'
import { EnvError } from '../../../platform/variables/env-error.ts'
import { allOrNone, text } from '../../../platform/variables/account-variables.ts'
import { readCertificate, readKeyPair, textOrFile } from '../../../platform/variables/key-pair.ts'

/**
 * The variables of a pass type at Apple, for the whole deployment or for one site. Certificates and key are texts or paths of files: a value
 * that begins with `/` or `./` is a path. `docs/wallet.md` says how to get them.
 */
export const appleWalletVariables = {
  APPLE_WALLET_PASS_TYPE_ID: v.optional(
    v.pipe(v.string(), v.regex(/^pass\.[\w.-]+$/, 'must look like pass.example.tickets')),
  ),
  APPLE_WALLET_TEAM_ID: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Z0-9]{10}$/, 'must be the ten letters and digits of a team')),
  ),
  APPLE_WALLET_CERTIFICATE: v.optional(text),
  APPLE_WALLET_KEY: v.optional(text),
  APPLE_WALLET_WWDR: v.optional(text),
  APPLE_WALLET_PUSH_URL: v.optional(v.pipe(v.string(), v.url('must be a URL'))),
  APPLE_WALLET_PUSH_CA: v.optional(text),
}

/** Variables that point at a simulator. */
export const APPLE_WALLET_SIMULATOR_VARIABLES = ['APPLE_WALLET_PUSH_URL', 'APPLE_WALLET_PUSH_CA'] as const

const KEYS = [
  'APPLE_WALLET_PASS_TYPE_ID',
  'APPLE_WALLET_TEAM_ID',
  'APPLE_WALLET_CERTIFICATE',
  'APPLE_WALLET_KEY',
  'APPLE_WALLET_WWDR',
] as const

const PUSH_URL = 'https://api.push.apple.com'

/** The account that signs passes, and tells phones of changes. All certificates and the key are PEM. */
export interface AppleWalletAccount {
  readonly passTypeId: string
  readonly teamId: string
  readonly certificate: string
  readonly key: string
  /** The certificate of the authority that issued it: Apple's Worldwide Developer Relations. */
  readonly intermediate: string
  /** Passes that are signed later are taken by no phone; in ms since 1970. */
  readonly endsAt: number
  readonly pushUrl: string
  /** The simulator's authority; otherwise null. */
  readonly pushCa: string | null
}

type Variables = v.InferOutput<v.ObjectSchema<typeof appleWalletVariables, undefined>>

/** Null without a pass type. @throws EnvError when the account is incomplete, or something of it does not fit the rest. */
export function appleWalletAccountOf(
  variables: Variables,
  now: number = systemClock.now(),
): AppleWalletAccount | null {
  const keys = allOrNone(variables, KEYS)
  if (keys === null) return null
  const pem = (name: (typeof KEYS)[number]): string => textOrFile(name, keys[name])
  const account = {
    passTypeId: keys.APPLE_WALLET_PASS_TYPE_ID,
    teamId: keys.APPLE_WALLET_TEAM_ID,
    certificate: pem('APPLE_WALLET_CERTIFICATE'),
    key: pem('APPLE_WALLET_KEY'),
    intermediate: pem('APPLE_WALLET_WWDR'),
    pushUrl: variables.APPLE_WALLET_PUSH_URL ?? PUSH_URL,
    pushCa:
      variables.APPLE_WALLET_PUSH_CA === undefined
        ? null
        : textOrFile('APPLE_WALLET_PUSH_CA', variables.APPLE_WALLET_PUSH_CA),
  }
  return { ...account, endsAt: endOf(account, now) }
}

/** Until when both certificates are good, once they are known to fit. Phones refuse a wrong pass without a word, so the start does it aloud. */
function endOf(account: Omit<AppleWalletAccount, 'endsAt'>, now: number): number {
  const names = { certificate: 'APPLE_WALLET_CERTIFICATE', key: 'APPLE_WALLET_KEY' }
  const { certificate, key } = readKeyPair(account, names)
  const intermediate = readCertificate(account.intermediate, 'APPLE_WALLET_WWDR')
  if (key.asymmetricKeyType !== 'rsa') throw new EnvError('APPLE_WALLET_KEY: must be an RSA key')
  const { UID: passTypeId, OU: teamId } = subjectOf(certificate)
  if (passTypeId !== account.passTypeId)
    throw new EnvError(
      `APPLE_WALLET_CERTIFICATE: is of ${passTypeId ?? 'no pass type'}, and APPLE_WALLET_PASS_TYPE_ID another one`,
    )
  if (teamId !== account.teamId)
    throw new EnvError(
      `APPLE_WALLET_CERTIFICATE: is of the team ${teamId ?? '(none)'}, and APPLE_WALLET_TEAM_ID another one`,
    )
  if (!certificate.checkIssued(intermediate) || !certificate.verify(intermediate.publicKey))
    throw new EnvError('APPLE_WALLET_WWDR: did not issue APPLE_WALLET_CERTIFICATE')
  return Math.min(
    endOfOne(certificate, 'APPLE_WALLET_CERTIFICATE', now),
    endOfOne(intermediate, 'APPLE_WALLET_WWDR', now),
  )
}

function endOfOne({ validFromDate, validToDate }: X509Certificate, name: string, now: number): number {
  if (validToDate.getTime() <= now) throw new EnvError(`${name}: ended on ${dayOf(validToDate)}`)
  if (validFromDate.getTime() > now) throw new EnvError(`${name}: begins on ${dayOf(validFromDate)}`)
  return validToDate.getTime()
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** The attributes of a subject by their names: Node writes one a line. */
function subjectOf({ subject }: X509Certificate): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    subject.split('\n').map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}
