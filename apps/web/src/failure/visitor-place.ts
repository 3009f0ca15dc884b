import type { TimeChangePlace } from '../page/change-redirects.ts'
import type { FailureBody } from '@kippu/contract/failure-body'

import { matchPath } from '../page/router.tsx'
import { isSpot } from '../page/spot-redirects.ts'
import type { SpotPlace } from '../page/spot-redirects.ts'
import { paidOf } from '../parts/paying/data/paid-here.ts'
import { useSession } from '../session/session.ts'

const TIME_CHANGE_PATHS = ['confirm', 'payment', 'payment/confirm'].map(
  step => `/tickets/changedate/${step}/:oldToken/timechange/:token`,
)

/** The date change that a path belongs to, null for any other path. */
export function timeChangeOf(path: string): TimeChangePlace | null {
  const params = TIME_CHANGE_PATHS.map(pattern => matchPath(pattern, path)).find(match => match !== null)
  const { oldToken, token } = params ?? {}
  return oldToken === undefined || token === undefined ? null : { oldToken, token }
}

/** The pages that a provider returns the visitor to, and those that a login leads to. */
const RETURN_PATH = /^\/(payment-callback\/|adyen-callback$|d-pay-confirm$)/

/**
 * The date change that a call failed in: by the path, else by the tokens of the refusal; a page that a provider
 * returned the visitor to says it in its query, and what this tab has saved says it where the query does not.
 */
export function changeOf(
  route: string,
  body: FailureBody | null,
): { readonly timeChange: TimeChangePlace | null; readonly isTimeChange: boolean } {
  const [path = '', query = ''] = route.split('?')
  const here = timeChangeOf(path) ?? namedIn(body)
  if (here !== null) return { timeChange: here, isTimeChange: true }
  if (!RETURN_PATH.test(path)) return { timeChange: null, isTimeChange: false }
  const { payingFor, changeDateResult } = useSession.getState()
  const asked = new URLSearchParams(query).get('time_change')
  const isTimeChange = asked === null ? payingFor === 'time_change' : asked === 'true'
  return { timeChange: isTimeChange ? changeDateResult : null, isTimeChange }
}

function namedIn(body: FailureBody | null): TimeChangePlace | null {
  const { timechange_token: token, reservation_token: oldToken } = body ?? {}
  return token === undefined || oldToken === undefined ? null : { oldToken, token }
}

/**
 * The sale at the door that a call failed in, with the code in the address, else the saved one; null anywhere else. The
 * path of a page that a provider returned the visitor to does not say it: its query does, else what this tab has saved.
 */
export function spotOf(route: string): SpotPlace | null {
  const [path = '', query = ''] = route.split('?')
  const isOfSpot = isSpot(path) || (RETURN_PATH.test(path) && paidOf(route, useSession.getState()) === 'spot')
  if (!isOfSpot) return null
  return { qrToken: new URLSearchParams(query).get('qr_token') ?? useSession.getState().spotQrToken }
}
