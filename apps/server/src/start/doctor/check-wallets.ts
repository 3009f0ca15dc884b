import { jstDateOf } from '@kippu/domain/jst-date'

import type { ServerEnv } from '../environment/read-env.ts'
import { PASS_TYPE_NOTICE_DAYS, passTypeEnds } from '../../tickets/wallet/accounts/pass-type-ends.ts'
import { advice, type Finding, ok, orOk } from './finding.ts'

const DAY_MS = 86_400_000

/** Certificates of passes that are about to end. One that has ended is a wrong variable, with which the store doesn't start. */
export function checkWallets({ wallets }: Pick<ServerEnv, 'wallets'>, now: number): readonly Finding[] {
  const ends = [...passTypeEnds(wallets)]
  if (ends.length === 0) return [ok('wallets', 'no passes for Apple Wallet')]
  const found = ends.flatMap(([passTypeId, end]) => {
    const days = Math.floor((end - now) / DAY_MS)
    if (days >= PASS_TYPE_NOTICE_DAYS) return []
    return [
      advice(
        'wallets',
        `a certificate of ${passTypeId} ends on ${jstDateOf(end)}, in ${days} days`,
        'renew it, or the next start stops: docs/wallet.md',
      ),
    ]
  })
  return orOk(found, 'wallets', 'certificates of passes are good for a month or more')
}
