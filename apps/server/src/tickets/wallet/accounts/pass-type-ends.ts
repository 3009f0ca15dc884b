import type { WalletsEnv } from './wallet-accounts.ts'

/** From here on the operators of the store are told: a certificate is renewed by hand, at Apple. */
export const PASS_TYPE_NOTICE_DAYS = 30

/** The pass types at Apple of a deployment and its sites; each with the end of what signs its passes, in ms since 1970. */
export function passTypeEnds({ shared, ofSite }: WalletsEnv): ReadonlyMap<string, number> {
  const ends = new Map<string, number>()
  for (const { apple } of [shared, ...ofSite.values()])
    if (apple !== null)
      ends.set(apple.passTypeId, Math.min(apple.endsAt, ends.get(apple.passTypeId) ?? Infinity))
  return ends
}
