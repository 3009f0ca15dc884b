/**
 * The place of the simulators: their origin, the folder of all data (`DATA_DIR`), and the port of the TLS listener,
 * without which there is no Apple Pay.
 */
export interface SimulatorsPlace {
  readonly origin: string
  readonly dataDir: string
  readonly tlsPort?: number | undefined
  /** The port of Apple's push service, without which there is no Apple Wallet. */
  readonly pushPort?: number | undefined
}
