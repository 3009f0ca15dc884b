import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

import { intentFor, running, stripeAt, temporaryFolder } from '../test/running.ts'
import { createTestPaymentMethod } from '../test/test-payment-method.ts'
import { passesLuhn } from './core/test-cards.ts'

test('kill -9 loses nothing: intents, keys and the ledger are kept for the next start', async () => {
  const dataDir = temporaryFolder()
  const first = await program({ DATA_DIR: dataDir })
  const params = await intentFor(first.url, '1112')
  const created = await stripeAt(first.url).paymentIntents.create(params, { idempotencyKey: 'k1' })
  await stripeAt(first.url).paymentIntents.capture(created.id)
  await first.stop('SIGKILL')

  const { url } = await running({ dataDir })
  const stripe = stripeAt(url)
  expect((await stripe.paymentIntents.retrieve(created.id)).status).toBe('succeeded')
  expect((await stripe.paymentIntents.create(params, { idempotencyKey: 'k1' })).id).toBe(created.id)
  expect(await totals(url)).toMatchObject({ 'attempt-1': { authorizations: 1, captured: 3200 } })
})

test('a line torn by a kill is cut off, and a ledger cut short is completed', async () => {
  const first = await running()
  await stripeAt(first.url).paymentIntents.create(await intentFor(first.url, '1112'))
  await first.close()
  appendFileSync(join(first.dataDir, 'simulators/stripe.jsonl'), '{"money":[{"id":"mv_')
  const ledger = join(first.dataDir, 'simulators/ledger.jsonl')
  truncateSync(ledger, 10)
  const second = await first.restart()
  expect(await totals(second.url)).toMatchObject({ 'attempt-1': { authorizations: 1, authorized: 3200 } })

  // The next write begins a line of its own.
  await stripeAt(second.url).paymentIntents.create(await intentFor(second.url, '1112'))
  const third = await second.restart()
  expect(await totals(third.url)).toMatchObject({ 'attempt-1': { authorizations: 2, authorized: 6400 } })
})

test('a port that is taken stops the start with one clear line', async () => {
  const { url } = await running()
  const { child, output } = spawned({ DATA_DIR: temporaryFolder(), SIMULATORS_PORT: new URL(url).port })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(output.errors).toMatch(/^simulators: .*EADDRINUSE.*\n$/)
})

test.each([
  [{ NODE_ENV: 'production' }, 'never run in production'],
  [{ SIMULATORS_PORT: 'abc' }, 'SIMULATORS_PORT: must be a port number'],
])('%o stops the start with one clear line (S-7.05)', async (variables, line) => {
  const { child, output } = spawned({ DATA_DIR: temporaryFolder(), ...variables })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(output.errors).toContain(line)
  expect(output.errors.trim().split('\n')).toHaveLength(1)
})

test('nothing on disk or in the output is a card number, and SIGTERM stops cleanly', async () => {
  const dataDir = temporaryFolder()
  const { url, stop, output } = await program({ DATA_DIR: dataDir })
  for (const last4 of ['1112', '0002', '3220', '0119', '0408', '4242']) {
    const params = await intentFor(url, last4)
    await stripeAt(url)
      .paymentIntents.create(params)
      .catch(() => undefined)
  }
  await createTestPaymentMethod(url, '1629')
  expect(await stop('SIGTERM')).toBe(0)
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(file => file.isFile())
  const written = files.map(file => readFileSync(join(file.parentPath, file.name), 'utf8'))
  expect(files.map(file => file.name)).toContain('stripe.jsonl')
  expect([...written, output.text, output.errors].flatMap(cardNumbersIn)).toEqual([])
})

test('the first page names every test card by what it does, and every provider', async () => {
  const { url } = await running()
  const page = await (await fetch(url)).text()
  for (const words of ['1112', '0408', 'Declined by the bank', '/mailbox', 'TEST', 'GMO', 'Adyen', 'docomo'])
    expect(page).toContain(words)
})

test('the card fields can be embedded by the store and nobody else', async () => {
  const { url } = await running({ storeOrigins: ['http://localhost:4000'] })
  const { headers } = await fetch(`${url}/stripe/fields`)
  expect(headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:4000')
  const script = await fetch(`${url}/stripe/v3/`)
  expect(script.headers.get('content-type')).toContain('application/javascript')
})

/**
 * Finds digits that are as long as a card number and stand alone. Digits inside an identifier, such as a UUID, do not
 * count.
 */
function cardNumbersIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g)]
    .map(([run]) => run.replaceAll(/\D/g, ''))
    .filter(passesLuhn)
}

async function totals(url: string): Promise<unknown> {
  return ((await (await fetch(`${url}/_sim/ledger`)).json()) as { totals: unknown }).totals
}

function spawned(variables: Record<string, string>) {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const env = { PATH: process.env['PATH'], SIMULATORS_PORT: '0', SMTP_PORT: '0', ...variables }
  const child = spawn(process.execPath, [main], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { text: '', errors: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.errors += chunk.toString()))
  return { child, output }
}

async function program(variables: Record<string, string>) {
  const { child, output } = spawned(variables)
  await once(child.stdout, 'data')
  const { url } = JSON.parse(output.text) as { url: string }
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    const [code] = await once(child, 'close')
    return code as number | null
  }
  return { url, stop, output }
}
