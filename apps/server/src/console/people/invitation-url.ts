import type { ConsoleHost } from '../console-host.ts'

/** The page that an invited person opens; the token stands behind the hash, where no log and no referrer has it. */
export function invitationUrl({ origin }: Pick<ConsoleHost, 'origin'>, token: string): string {
  return `${origin}/enrol#${token}`
}
