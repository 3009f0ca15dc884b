import { hash, verify } from '@node-rs/argon2'

/** OWASP's minimum for argon2id: 19 MiB and two passes, about 20 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** A hash that matches no known password: verifying against it takes as long as against a member's. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** The stored form of a password: a PHC string with its salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** Whether a password matches the hash; without a hash none does, and the check takes as long. */
export async function isPasswordOf(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? NOBODY, password)
  return passwordHash !== null && isRight
}
