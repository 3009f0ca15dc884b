import { createHash } from 'node:crypto'

import type { AttemptRef, BrowserStep, ProviderRefs } from '../../port/port.ts'
import { productOf } from './gmo-context.ts'

/** The visitor's next step and the fields of their return, both read from the kept references. */

/**
 * The page that was given to the visitor, so that it can be shown again; undefined when there was none, or its address
 * was lost with an answer.
 */
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
 * The kind of a return from 3-D Secure. `method`: the browser's data was collected, and now the issuer decides;
 * `result`: the challenge has ended; `simple`: the form with only one return.
 */
export type ThreeDSecureReturn =
  | { readonly kind: 'none' | 'simple' | 'result' }
  | { readonly kind: 'method'; readonly param: string }

/** The newest unprocessed return. One that names another trade than ours does not count. */
export function returnOf({ refs }: AttemptRef): ThreeDSecureReturn {
  const { return_md: md, return_event: event, return_param: param = '' } = refs
  if (md !== undefined && md !== refs['access_id']) return { kind: 'none' }
  if (event === 'AuthResultReady') return { kind: 'result' }
  if (event === '3DSMethodFinished' || event === '3DSMethodSkipped')
    return refs['tds2_asked'] === digestOf(param) ? { kind: 'none' } : { kind: 'method', param }
  return md === undefined || event !== undefined ? { kind: 'none' } : { kind: 'simple' }
}

/** Marks the return that led to a challenge, which now waits for the visitor. */
export function digestOf(param: string): string {
  return createHash('sha256').update(param).digest('base64url')
}
