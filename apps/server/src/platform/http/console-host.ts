import { isLocal, nameOf } from './sites.ts'

/** Where the console has its pages, as `CONSOLE_HOST` says: a host, with a port unless it is the scheme's own. */
export interface ConsoleHost {
  readonly host: string
  /** `https://console.example.com`. */
  readonly origin: string
  /** A passkey belongs to the whole host and to no port: `console.example.com`. */
  readonly passkeyDomain: string
}

export function consoleHostOf(host: string): ConsoleHost {
  return { host, origin: `${isLocal(host) ? 'http' : 'https'}://${host}`, passkeyDomain: nameOf(host) }
}

/** Whether a `Host` header names the console, with or without a port: a proxy may leave it out. */
export function isConsoleHost({ passkeyDomain }: ConsoleHost, header: string | undefined): boolean {
  return header !== undefined && nameOf(header) === passkeyDomain
}

/** The page that an invited person opens; the token stands behind the hash, where no log and no referrer has it. */
export function invitationUrl({ origin }: Pick<ConsoleHost, 'origin'>, token: string): string {
  return `${origin}/enrol#${token}`
}
