import { normaliseReservationNumber } from '@kippu/domain/reservation-number'

import { type CommandDeps, type CommandArguments, UsageError } from '../command.ts'
import { findReservations } from '../../payments/watched/queries.ts'

export interface ReservationKey {
  readonly siteKey: string
  readonly reservationNumber: string
}

export const SITE_OPTION = {
  site: { type: 'string', help: 'key of the site, when two have the number' },
} as const

/** The reservation with the given number; undefined when no site has it. @throws UsageError when several have. */
export async function readReservation(
  deps: CommandDeps,
  { positionals: [typed, ...more], text }: CommandArguments,
): Promise<ReservationKey | undefined> {
  if (typed === undefined || more.length > 0) throw new UsageError('name one reservation')
  const asked = text('site') ?? deps.env.siteKey ?? undefined
  if (asked !== undefined && deps.sites.find(asked) === undefined)
    throw new UsageError(`there is no site ${asked}`)
  const reservationNumber = normaliseReservationNumber(typed)
  const all = await findReservations(deps, { number: reservationNumber })
  const found = all.filter(({ site_key }) => asked === undefined || site_key === asked)
  if (found.length > 1)
    throw new UsageError(
      `several sites have it: add --site ${found.map(one => one.site_key).join(' or --site ')}`,
    )
  const [one] = found
  return one && { siteKey: one.site_key, reservationNumber }
}
