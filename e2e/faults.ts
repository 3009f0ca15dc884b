import { faultSchema } from '@kippu/simulators/core/faults'
import type * as v from 'valibot'

import { STACK } from './stack.ts'

const FAULTS = `${STACK.simulators}/_sim/faults`

/** Arms trouble at the payment provider for its next requests, whoever makes them. */
export async function armFault(fault: v.InferInput<typeof faultSchema>): Promise<void> {
  const body = JSON.stringify(fault)
  const response = await fetch(FAULTS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!response.ok) throw new Error(`not armed: ${await response.text()}`)
}

/** Nothing goes wrong at the provider any more. */
export async function clearFaults(): Promise<void> {
  await fetch(FAULTS, { method: 'DELETE' })
}
