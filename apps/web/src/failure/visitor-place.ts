import type { SpotPlace, TimeChangePlace } from './failure-redirects.ts'
import { matchPath } from '../page/router.tsx'

const TIME_CHANGE_PATHS = ['confirm', 'payment', 'payment/confirm'].map(
  step => `/tickets/changedate/${step}/:oldToken/timechange/:token`,
)

/** The date change that a path belongs to, null for any other path. */
export function timeChangeOf(path: string): TimeChangePlace | null {
  const params = TIME_CHANGE_PATHS.map(pattern => matchPath(pattern, path)).find(match => match !== null)
  const { oldToken, token } = params ?? {}
  return oldToken === undefined || token === undefined ? null : { oldToken, token }
}

/** Whether a path belongs to the on-site order: by its first segment, so that no token can look like it. */
export function isSpot(path: string): boolean {
  return path.split('/')[1] === 'spot'
}

/** The on-site order that a route names with its code, null for any other route. */
export function spotOf(route: string): SpotPlace | null {
  const [path = '', query = ''] = route.split('?')
  const qrToken = new URLSearchParams(query).get('qr_token')
  return isSpot(path) && qrToken !== null ? { qrToken } : null
}
