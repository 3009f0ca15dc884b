import { createHash } from 'node:crypto'

import type { AttemptRef, BrowserStep, ProviderRefs } from '../../port/port.ts'
import { productOf } from './gmo-context.ts'

/** What the visitor has to do, and what they brought back: all from the references that we keep. */

/** The page that was handed out, to be shown again; undefined when none was, or its address was lost with an answer. */
export function stepOf({ method, refs }: AttemptRef): BrowserStep | undefined {
  const product = productOf(method)
  if (product === 'card' || product === 'brand_token') return threeDSecureStep(refs)
  const { start_url: url, access_id: id, start_token: token } = refs
  if (url === undefined || id === undefined || token === undefined) return undefined
  return {
    kind: 'form',
    url,
    charset: product === 'docomo' ? 'Windows-31J' : 'UTF-8',
    fields: [
      ['AccessID', id],
      ['Token', token],
    ],
  }
}

function threeDSecureStep({ redirect_url: url, access_id: md }: ProviderRefs): BrowserStep | undefined {
  return url === undefined || md === undefined ? undefined : { kind: 'three_ds', url, md }
}

/**
 * What a return from 3-D Secure asks of us (payments §1.5). `method`: the browser was looked at, now the issuer decides;
 * `result`: the challenge is over; `simple`: the shape that has one return only.
 */
export type ThreeDSecureReturn =
  | { readonly kind: 'none' | 'simple' | 'result' }
  | { readonly kind: 'method'; readonly param: string }

/** The newest return that has not been dealt with. One that names another trade than ours is none. */
export function returnOf({ refs }: AttemptRef): ThreeDSecureReturn {
  const { return_md: md, return_event: event, return_param: param = '' } = refs
  if (md !== undefined && md !== refs['access_id']) return { kind: 'none' }
  if (event === 'AuthResultReady') return { kind: 'result' }
  if (event === '3DSMethodFinished' || event === '3DSMethodSkipped')
    return refs['tds2_asked'] === digestOf(param) ? { kind: 'none' } : { kind: 'method', param }
  return md === undefined || event !== undefined ? { kind: 'none' } : { kind: 'simple' }
}

/** Remembers that this return led to a challenge, which now waits for the visitor. */
export function digestOf(param: string): string {
  return createHash('sha256').update(param).digest('base64url')
}
