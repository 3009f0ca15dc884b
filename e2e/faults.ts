import { faultSchema } from '@kippu/simulators/core/faults'
import type * as v from 'valibot'

import { STACK } from './stack.ts'

const FAULTS = `${STACK.simulators}/_sim/faults`

/** Makes the payment provider fail on its next requests, whoever makes them. */
export async function armFault(fault: v.InferInput<typeof faultSchema>): Promise<void> {
  const body = JSON.stringify(fault)
  const response = await fetch(FAULTS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!response.ok) throw new Error(`not armed: ${await response.text()}`)
}

/** Ends all faults of the providers. */
export async function clearFaults(): Promise<void> {
  await fetch(FAULTS, { method: 'DELETE' })
}
