import { randomBytes } from 'node:crypto'

/** 256 random bits, safe in an address. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}
