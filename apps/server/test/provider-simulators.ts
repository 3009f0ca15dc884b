import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import * as v from 'valibot'
import { onTestFinished } from 'vitest'

import type { PROVIDERS } from '../../simulators/src/core/providers.ts'
import { startSimulators } from '../../simulators/src/start.ts'

export type SimulatedProvider = (typeof PROVIDERS)[number]

const totals = v.object({
  totals: v.record(v.string(), v.object({ captured: v.number(), refunded: v.number(), net: v.number() })),
})

export interface ProviderSimulators {
  readonly url: string
  /** The store's variables that point at a provider. */
  variablesOf(provider: SimulatedProvider): Readonly<Record<string, string>>
  arm(fault: Readonly<Record<string, unknown>>): Promise<void>
  /** Sets a switch that only one provider has. */
  turn(provider: SimulatedProvider, name: string, to: Readonly<Record<string, unknown>>): Promise<void>
  /** From now on the providers' clock is this many seconds ahead. */
  setAhead(seconds: number): Promise<void>
  /** A provider's ledger of an attempt, in yen. */
  moneyOf(
    attemptId: string,
  ): Promise<{ readonly captured: number; readonly refunded: number; readonly net: number }>
  readonly close: () => Promise<void>
}

/** All simulated providers until the test ends. */
export async function startProviderSimulators(storeUrl?: string): Promise<ProviderSimulators> {
  const simulators = await openProviderSimulators(storeUrl)
  onTestFinished(() => simulators.close())
  return simulators
}

/** All simulated providers on a free port, with a folder of their own. */
export async function openProviderSimulators(storeUrl?: string): Promise<ProviderSimulators> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-simulators-'))
  const simulators = await startSimulators({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir,
    storeOrigins: ['http://localhost:3000', 'http://*.localhost:3000'],
    storeUrl,
    noticeRetryMs: 100,
  })
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await simulators.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const post = async (address: string, body: unknown): Promise<void> => {
    const response = await fetch(`${simulators.url}/_sim/${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${address}: ${await response.text()}`)
  }
  return {
    url: simulators.url,
    variablesOf: provider => simulators.accounts[provider] ?? {},
    arm: fault => post('faults', fault),
    turn: (provider, name, to) => post(`${provider}/${name}`, to),
    setAhead: seconds => post('clock', { ahead_seconds: seconds }),
    moneyOf: async attemptId => {
      const response = await fetch(`${simulators.url}/_sim/ledger?attempt_id=${attemptId}`)
      const read = v.parse(totals, await response.json())
      return read.totals[attemptId] ?? { captured: 0, refunded: 0, net: 0 }
    },
    close,
  }
}

/** Answers a page on which people pay; returns where the browser is sent then, null for nowhere. */
export async function answerPage(
  url: string,
  answer: 'pay' | 'fail' | 'cancel' | 'pay_no_return',
): Promise<string | null> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ answer }),
    redirect: 'manual',
  })
  if (response.status >= 400) throw new Error(`${url}: ${response.status}`)
  return response.headers.get('location')
}
