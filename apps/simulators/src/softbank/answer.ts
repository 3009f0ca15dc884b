import { writeTime } from '../core/japanese-time.ts'
import type { Changes } from './records.ts'
import type { Answer } from './xml.ts'

/** An answer of the API, and what the request changed. */
export interface Reply {
  readonly status: number
  readonly id: string
  readonly answer: Answer
  readonly changes?: Changes
  readonly lost?: boolean
}

/** The part of the input that every operation has. */
export interface Context {
  readonly id: string
  readonly now: Date
}

export function ok({ id, now }: Context, more: Answer, changes: Changes): Reply {
  const { res_result = 'OK', ...rest } = more
  return {
    status: 200,
    id,
    answer: { res_result, ...rest, res_process_date: writeTime(now), ...end(now) },
    changes,
  }
}

/** A refusal. Its code is made of the method, the type and the item. */
export function ng({ id, now }: Context, type: string, item = '999'): Reply {
  return {
    status: 200,
    id,
    answer: {
      res_result: 'NG',
      res_sps_transaction_id: '',
      res_tracking_id: '',
      res_process_date: '',
      ...end(now),
      res_err_code: `${methodOf(id)}${type}${item}`,
    },
  }
}

function end(now: Date): Answer {
  return { res_err_code: '', res_date: writeTime(now) }
}

/** The last three digits of a request's id, or 999 when the id is malformed. */
function methodOf(id: string): string {
  return /-(\d{3})$/.exec(id)?.[1] ?? '999'
}
