/** The build's description of the release that a worker belongs to: see `vite.worker.config.ts`. */
interface Release {
  /** Changes with every file of the release. */
  readonly version: string
  /** Addresses of all files of the ticket pages, that of the entry first. */
  readonly files: readonly string[]
  /** Paths of the contract: `/api/v1/reservations/{reservation_token}`. */
  readonly paths: { readonly reservation: string; readonly tickets: string; readonly texts: string }
}

declare const RELEASE: Release

const release = RELEASE

export const FILES = release.files

/** Names of the caches; the answers outlive a release. */
export const NAMES = {
  prefix: 'kippu-tickets-',
  release: `kippu-tickets-${release.version}`,
  answers: 'kippu-tickets-answers',
} as const

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

const RESERVATION = patternOf(release.paths.reservation)
const TICKETS = patternOf(release.paths.tickets)

/** The part of the address of tickets that follows the one of their reservation. */
export const ANSWERS_OF = /\/tickets$/

/** Whether an address is that of a reservation or of its tickets, at whatever host calls go to. */
export function isReadOfTickets({ pathname }: URL): boolean {
  return RESERVATION.test(pathname) || TICKETS.test(pathname)
}

export function isTextsRead({ pathname }: URL): boolean {
  return pathname === release.paths.texts
}
