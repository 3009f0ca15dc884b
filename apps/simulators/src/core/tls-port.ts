/** The port of the TLS listener beside that of all HTTP (3443 beside 3001), unless another one is chosen. */
export function tlsPortOf(port: number): number {
  return port === 0 ? 0 : port + 442
}

/** The port of the push service beside that of TLS (3444 beside 3443). */
export function pushPortOf(tlsPort: number): number {
  return tlsPort === 0 ? 0 : tlsPort + 1
}
