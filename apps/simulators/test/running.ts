import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Stripe from 'stripe'
import { onTestFinished } from 'vitest'

import { type SimulatorOptions, type Simulators, startSimulators } from '../src/start.ts'
import { createTestPaymentMethod } from './test-payment-method.ts'

export const RETURN_URL = 'http://localhost:3000/payment-return/stripe'

/** A data folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kippu-simulators-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface RunningSimulators extends Simulators {
  readonly dataDir: string
  /** Stops the simulators and starts them again on the same data. */
  restart(more?: Partial<SimulatorOptions>): Promise<RunningSimulators>
}

/** Simulators on free ports, stopped when the test ends. */
export async function running(options: Partial<SimulatorOptions> = {}): Promise<RunningSimulators> {
  const dataDir = options.dataDir ?? temporaryFolder()
  const simulators = await startSimulators({
    host: 'localhost',
    port: 0,
    smtpPort: 0,
    dataDir,
    storeOrigins: ['http://localhost:3000', 'http://*.localhost:3000'],
    ...options,
  })
  let open = true
  const close = async () => {
    if (open) await simulators.close()
    open = false
  }
  onTestFinished(close)
  return {
    ...simulators,
    close,
    dataDir,
    async restart(more) {
      await close()
      return running({ ...options, ...more, dataDir })
    },
  }
}

/** The real SDK, with the simulator as its host. It repeats a lost call once with the same key. */
export function stripeAt(url: string): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe('sk_test_simulated', {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** The request of the store for an order of 3,200 yen, to be authorized now and captured later. */
export async function intentFor(
  url: string,
  last4: string,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.PaymentIntentCreateParams> {
  return {
    amount: 3200,
    currency: 'jpy',
    payment_method: await createTestPaymentMethod(url, last4),
    capture_method: 'manual',
    confirmation_method: 'manual',
    confirm: true,
    return_url: RETURN_URL,
    metadata: { attempt_id: 'attempt-1' },
    ...more,
  }
}
