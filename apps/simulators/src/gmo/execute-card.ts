import { randomUUID } from 'node:crypto'

import { conductOf } from '../core/test-cards.ts'
import { type Answer, CODES, ok, refuse } from './answer.ts'
import type { Call } from './call.ts'
import { presentExecuted } from './present-trade.ts'
import { tradeOf } from './read-call.ts'
import type { CardToken, ThreeDSecure, Trade } from './records.ts'
import { authorize, hex32 } from './trade-life.ts'

/** `ExecTran`: charges the card of a token (`ACS=0`), or opens 3-D Secure (`ACS=2`). A token is used up either way. */
export function executeCard(call: Call): Answer {
  const { fields, now, store } = call
  const found = tradeOf(call)
  if ('refusal' in found) return found.refusal
  const { trade } = found
  if (trade.pay_type !== 'card') return refuse(CODES.tradeUnknown)
  if (trade.status !== 'UNPROCESSED') return refuse(CODES.settled)
  if (!fields['Method']) return refuse(CODES.methodMissing)
  const token = store.tokens.get(fields['Token'] ?? '')
  const problem = tokenProblem(token, now)
  if (token === undefined || problem !== undefined) return refuse(problem ?? CODES.tokenUnknown)

  const ready: Trade = {
    ...trade,
    method: fields['Method'],
    pay_times: fields['PayTimes'] ?? '',
    last4: token.last4,
    expire: token.expire,
    client_fields: [1, 2, 3].map(number => fields[`ClientField${number}`] ?? ''),
  }
  const tokens = [{ ...token, used: true }]
  if (conductOf(token.last4) === 'busy') return { ...refuse(CODES.busy), changes: { tokens } }
  if (trade.td_flag === '2') {
    const opened = openThreeDSecure(ready, call)
    return { ...opened, changes: { ...opened.changes, tokens } }
  }
  const charged = charge(ready, call)
  return { ...charged, changes: { ...charged.changes, tokens } }
}

function tokenProblem(token: CardToken | undefined, now: Date): string | undefined {
  if (token === undefined) return CODES.tokenUnknown
  if (token.used) return CODES.tokenUsed
  return now.toISOString() > token.until ? CODES.tokenExpired : undefined
}

/** Charges the card of a trade that is ready, after 3-D Secure or without it. */
export function charge(ready: Trade, call: Call): Answer {
  const conduct = conductOf(ready.last4)
  if (conduct === 'declined' || conduct === 'challenge_declined')
    return { ...refuse(CODES.declined), changes: { trades: [{ ...ready, err_info: CODES.declined }] } }
  const { trade, changes } = authorize(ready, call)
  const fields = { ACS: '0', ...presentExecuted(trade) }
  return { ...ok(fields, changes), lost: conduct === 'answer_lost' }
}

/** Opens 3-D Secure. The answer carries the address unescaped, with its own `&t=…`. */
function openThreeDSecure(ready: Trade, { fields, origin, settings }: Call): Answer {
  const { RetUrl = '', CallbackType } = fields
  if (!URL.canParse(RetUrl) || (CallbackType !== '1' && CallbackType !== '3'))
    return refuse(CODES.misconfigured)
  const three_d_secure: ThreeDSecure = {
    trans_id: randomUUID(),
    t: hex32(),
    shape: settings.three_ds_shape,
    ret_url: RetUrl,
    callback_type: CallbackType,
    param: null,
    result: null,
    cancelled: false,
  }
  const { trans_id, t } = three_d_secure
  const RedirectUrl = `${origin}/gmo/api/v2/brw/callback?transId=${trans_id}&t=${t}`
  const trades: Trade[] = [{ ...ready, status: 'AUTHENTICATED', three_d_secure }]
  return ok({ ACS: '2', RedirectUrl }, { trades })
}
