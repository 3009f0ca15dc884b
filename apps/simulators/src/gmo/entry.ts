import { type Answer, CODES, ok, refuse } from './answer.ts'
import type { Call } from './call.ts'
import { amountProblems, orderIdProblems, shopProblems } from './read-call.ts'
import type { PayType, Trade } from './records.ts'
import { hex32 } from './trade-life.ts'

const CARD_JOBS = ['CHECK', 'CAPTURE', 'AUTH', 'SAUTH'] as const
const OTHER_JOBS = ['AUTH', 'CAPTURE'] as const

/** `EntryTran…`: registers an OrderID for one way to pay. No money moves. A refusal lists all that is wrong at once. */
export function entry(payType: PayType, call: Call): Answer {
  const { fields } = call
  const isWallet = payType === 'paypay' || payType === 'docomo'
  const jobs: readonly Trade['job_cd'][] = payType === 'card' ? CARD_JOBS : OTHER_JOBS
  const job = jobs.find(known => known === fields['JobCd'])
  const isCheck = job === 'CHECK'
  const problems = [
    ...shopProblems(fields),
    ...orderIdProblems(call, isWallet ? CODES.walletOrderIdUsed : CODES.orderIdUsed),
    ...(fields['JobCd'] === undefined || fields['JobCd'] === '' ? [CODES.jobCdMissing] : []),
    ...(fields['JobCd'] && job === undefined ? [CODES.jobCdUnknown] : []),
    ...(isCheck ? [] : amountProblems(fields)),
  ]
  const flag = fields['TdFlag'] ?? '0'
  if (problems.length > 0 || job === undefined) return refuse(...problems)
  // 3-D Secure 1 (TdFlag 1) does not exist any longer.
  if (flag !== '0' && flag !== '2') return refuse(CODES.notContracted)
  const onlyJob = call.settings.wallet_job_cd
  if (payType === 'paypay' && onlyJob !== null && onlyJob !== job) return refuse(CODES.walletJobCd)

  const trade: Trade = {
    order_id: fields['OrderID'] ?? '',
    pay_type: payType,
    access_id: hex32(),
    access_pass: hex32(),
    job_cd: job,
    status: 'UNPROCESSED',
    amount: isCheck ? 0 : Number(fields['Amount']),
    tax: isCheck ? 0 : Number(fields['Tax'] ?? 0),
    cancelled: 0,
    item_code: fields['ItemCode'] ?? '',
    td_flag: flag,
    tenant: fields['TdTenantName'] ?? '',
    processed_at: call.now.toISOString(),
    forward: '',
    approve: '',
    tran_id: '',
    method: '',
    pay_times: '',
    last4: '',
    expire: '',
    client_fields: [],
    err_info: '',
    three_d_secure: null,
    wallet: null,
  }
  return ok({ AccessID: trade.access_id, AccessPass: trade.access_pass }, { trades: [trade] })
}
