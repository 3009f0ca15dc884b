import { createHash } from 'node:crypto'

import { sameToken } from '../../platform/tokens.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { keepRefs, lockAttempt } from '../attempts/attempt-queries.ts'
import { hashOfName, type PaymentName } from '../attempts/payment-name.ts'
import { providerOf } from '../saga/call-provider.ts'
import { type PaymentDeps } from '../attempts/payment-deps.ts'
import { isDocomo } from '../providers/docomo/docomo-provider.ts'
import { awaitsVisitor } from './find-d-pay-attempt.ts'

/** From the start of a login until its code has been used. */
const LOGIN_MS = 10 * 60_000

const LONGEST_CODE = 2000

/** The fields with which d ACCOUNT sent the browser back. */
export interface LoginReturn {
  /** First part of the state; identifies the payment. */
  readonly name: PaymentName
  readonly state: string
  /** Null when the visitor did not log in. */
  readonly code: string | null
}

/** Undefined when d ACCOUNT cannot have made the address. */
export function readLoginReturn(fields: URLSearchParams): LoginReturn | undefined {
  const state = fields.get('state') ?? ''
  const code = fields.get('code')
  const [, name] = /^([\w-]+)\.[\w-]{43}$/.exec(state) ?? []
  if (name === undefined || hashOfName(name) === undefined || (code?.length ?? 0) > LONGEST_CODE)
    return undefined
  return { name, state, code: code === '' ? null : code }
}

/** The form in which the database stores a state. */
export function stateHashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url')
}

/**
 * Accepts the code of a login if its state is the newest one of this attempt, at most ten minutes old and not used
 * before. The code is kept sealed until it is exchanged. False: refused, and nothing has changed.
 */
export async function acceptLogin(
  deps: PaymentDeps,
  { id }: Pick<Attempt, 'id'>,
  { state, code }: { readonly state: string; readonly code: string },
): Promise<boolean> {
  return deps.db.transaction(async tx => {
    const attempt = await lockAttempt(tx, id)
    if (attempt === undefined || !awaitsVisitor(attempt)) return false
    const provider = providerOf(deps, attempt)
    const { login_state: known = '', login_nonce: nonce = '' } = attempt.refs
    if (!isDocomo(provider) || known === '' || !sameToken(stateHashOf(state), known)) return false
    const { seal, clock } = provider.docomo
    if (!isInTime(attempt, clock.now())) return false
    const login = JSON.stringify({ code, nonce: seal.open(nonce) })
    await keepRefs(tx, id, { login_state: '', login_nonce: '', login_code: seal.close(login) })
    return true
  })
}

/** Whether the login began less than ten minutes ago. */
export function isInTime({ refs }: Pick<Attempt, 'refs'>, nowMs: number): boolean {
  const begun = Number(refs['login_at'] ?? Number.NaN)
  return nowMs - begun < LOGIN_MS
}
