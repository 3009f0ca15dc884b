/** Signs of a house: each has a picture and words in every language, and needs none of the house's own. */
export const VISITING_SIGNS = {
  setting: ['indoor', 'outdoor', 'both'],
  photographs: ['yes', 'no_flash', 'no'],
  cloakroom: ['lockers', 'desk', 'no'],
  lift: ['yes', 'no'],
  wheelchair: ['yes', 'partly', 'no'],
  pushchair: ['yes', 'partly', 'no'],
  dogs: ['all', 'assistance', 'no'],
  flashing: ['yes', 'no'],
} as const

export type VisitingSign = keyof typeof VISITING_SIGNS

/** The answers of a house; of a sign without one nothing is said. */
export type VisitingSigns = {
  readonly [Sign in VisitingSign]?: (typeof VISITING_SIGNS)[Sign][number]
}

/** How one gets from the nearest stop or town to the house. */
export const LAST_WAYS = ['foot', 'bus', 'car', 'boat', 'ropeway'] as const

export type LastWay = (typeof LAST_WAYS)[number]

/** A search for the address: a map that belongs to nobody's page, so nobody learns who looks at it before it is pressed. */
export function mapSearchOf(address: string): string {
  const query = encodeURIComponent(address).replaceAll('%20', '+')
  return `https://www.google.com/maps/search/?api=1&query=${query}`
}
