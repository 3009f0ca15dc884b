export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const ROLES = ['all', 'web', 'worker'] as const
export type Role = (typeof ROLES)[number]

/** The secret that a site shares with the organisation that issues tokens for its members. */
export interface MembershipTokenSecret {
  /** `iss` of the tokens. */
  readonly issuer: string
  /** Signs the tokens. */
  readonly secret: string
  /** Tokens that are still signed with it are valid too. */
  readonly formerSecret?: string | undefined
}

/** How many days of Japan each kind of thing is kept (docs/retention.md). */
export interface RetentionDays {
  /** The data of buyers in orders, from the end of the visit on. */
  readonly boughtData: number
  readonly receiptNames: number
  /** Why the staff did something, in their words. */
  readonly staffWords: number
  readonly providerEvents: number
  readonly gateRefusals: number
  /** Readers of magazines who have ended all of them. */
  readonly endedReaders: number
  readonly catalogueUndo: number
}

/** The environment as far as every slice may know it; `read-env.ts` reads it. */
export interface Env {
  readonly production: boolean
  readonly logLevel: LogLevel
  readonly host: string
  readonly port: number
  /** Whether other processes of the store listen on the same port. */
  readonly portShared: boolean
  /** Where this process alone answers its operator; null when it does so nowhere but on `port`. */
  readonly statusPort: number | null
  /** How long a process that was asked to stop still accepts visitors. */
  readonly drainSeconds: number
  /** Addresses of the proxies in front, as `proxy-addr` accepts them; null when visitors connect directly. */
  readonly trustProxy: string | null
  readonly databaseUrl: string
  /** A replica of it, for what reads much; null: there is none. */
  readonly databaseReplicaUrl: string | null
  readonly dbPoolSize: number
  /** Whether statements are prepared by name. */
  readonly dbPrepared: boolean
  readonly dataDir: string
  /** Folders of sites, absolute; the first lies over the others. */
  readonly sitesDirs: readonly string[]
  /** Pins the whole deployment to one site. */
  readonly siteKey: string | null
  /** Host names of sites (with a port unless it is the scheme's default), besides the built-in `<key>.localhost`. */
  readonly siteHosts: ReadonlyArray<{ readonly key: string; readonly host: string }>
  /** Origin that pages send their calls to; null for the page's own. */
  readonly apiOrigin: string | null
  /** Where the staff have their console, with a port unless it is the scheme's own; null: there is none. */
  readonly consoleHost: string | null
  /** From the proof of the mail address on. */
  readonly orderHoldSeconds: number
  /** Before it: from the beginning, and again from the form on. */
  readonly unprovenHoldSeconds: number
  /** How long an order of the door is held, from its creation on. */
  readonly spotHoldSeconds: number
  /** How long a code on a display opens the sale at the door, and after how long the display asks for a new one. */
  readonly spotQrSeconds: number
  readonly spotQrRenewSeconds: number
  /** A display must send it to get such a code; null: no display gets one. */
  readonly signageKey: string | null
  /** Whether orders without a proved address hold no more than the shares of their site. */
  readonly unprovenShares: boolean
  /** Whether ticket pages that were open once open without a connection. */
  readonly ticketsOffline: boolean
  /** Whether the staff's gate opens without a connection. */
  readonly gateOffline: boolean
  /** From the end of an unpaid order on, in days of Japan: so long its personal data are kept. */
  readonly unpaidDataDays: number
  readonly retentionDays: RetentionDays
  /** The requests of one network (an IPv4 address, an IPv6 /64) to one process; a whole venue may stand behind one. */
  readonly requestsPerMinute: number
  /** The requests of one network to all processes: new orders, and buyer forms. */
  readonly ordersPerMinute: number
  /** Payments that begin. */
  readonly paymentsPerMinute: number
  /** Tries of passwords, coupons and words of promotions. */
  readonly guessesPerMinute: number
  /**
   * Mails that prove an address: how many one mailbox gets in an hour, how many mailboxes of a domain that has proved none, and
   * how many mailboxes that one network (an IPv4 address, an IPv6 /64) names.
   */
  readonly confirmationMails: {
    readonly mails: number
    readonly addresses: number
    readonly networkAddresses: number
  }
  /** Whether the simulated providers run beside the server. */
  readonly simulators: boolean
  readonly role: Role
  /** How many processes answer visitors on this database, this one included. */
  readonly webProcesses: number
  /** Stands in each line of the log. */
  readonly processName: string
  /** Every token and every encrypted reference is derived from it. */
  readonly secretKey: string
  /** Former keys, the newest first: what was made with them goes on working. */
  readonly formerSecretKeys: readonly string[]
  /** Null when no mail server is configured, which is allowed only in development: mails then wait in the queue. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** A request for /metrics must carry it; null lets everybody in who reaches it, in production at a private address alone. */
  readonly metricsToken: string | null
  /** Whether production may show sites whose values are invented. */
  readonly allowsDemoSite: boolean
  /** Whether production may run without an account at any provider. */
  readonly allowsNoPayments: boolean
  /** By site key; other sites accept no member tokens. */
  readonly membershipTokenSecrets: ReadonlyMap<string, MembershipTokenSecret>
}
