import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { type Desk, openDesk, pageOf, type DeskPayment } from '../../../../test/adyen-desk.ts'
import { answerPage } from '../../../../test/provider-simulators.ts'

/** Answers to returns as the simulator gives them, without some fields that Adyen does not guarantee. */
async function deskWithout(left: readonly string[], more: object = {}): Promise<Desk> {
  const target = { url: '' }
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const names = ['x-api-key', 'idempotency-key', 'content-type'] as const
    const headers = names.map((name): [string, string] => [name, String(request.headers[name] ?? '')])
    const answer = await fetch(`${target.url}${request.url}`, {
      method: 'POST',
      headers,
      body: Buffer.concat(parts),
    })
    const body = (await answer.json()) as Record<string, unknown>
    const isDetails = request.url?.endsWith('/details') === true
    const kept = Object.entries(body).filter(([name]) => !isDetails || !left.includes(name))
    const shown = isDetails ? { ...Object.fromEntries(kept), ...more } : body
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(shown))
  }
  const server = createServer((request, response) => void pass(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const desk = await openDesk({ ADYEN_API_URL: `http://127.0.0.1:${port}` })
  target.url = desk.simulators.variablesOf('adyen')['ADYEN_API_URL'] ?? ''
  return desk
}

async function challenged(desk: Desk, last4: string): Promise<{ paying: DeskPayment; page: string }> {
  const paying = await desk.payByCard(last4)
  return { paying, page: pageOf(await paying.start()) }
}

const UNNAMED = ['merchantReference', 'pspReference', 'amount']
const OTHER_PAGE = { type: 'redirect', method: 'GET', url: 'https://bank.example/of-another' }

test.each([
  ['an approval', '3220', {}],
  ['a refusal', '1629', {}],
  ['a wait', '3220', { resultCode: 'Pending' }],
  ['another page', '3220', { resultCode: 'RedirectShopper', action: OTHER_PAGE }],
] as const)(
  '%s that names no payment, after the return of another one, leaves the visitor’s own step to be done (D-34, S-7.10)',
  async (_what, last4, more) => {
    const desk = await deskWithout(UNNAMED, more)
    const [own, other] = [await challenged(desk, '3220'), await challenged(desk, last4)]
    own.paying.comeBack(await answerPage(other.page, 'pay'))
    const step = { kind: 'redirect', url: own.page }
    expect(await own.paying.resume()).toMatchObject({ kind: 'action_required', step })
    expect(await desk.provider.query(own.paying.attempt)).toMatchObject({ kind: 'action_required', step })
    // The visitor does their step, and this payment is paid.
    own.paying.comeBack(await answerPage(own.page, 'pay'))
    await own.paying.resume()
    await own.paying.untilEvents('AUTHORISATION')
    expect(await desk.provider.query(own.paying.attempt)).toMatchObject({ kind: 'authorized' })
  },
)

test('an answer to the own return that names no payment proves nothing: the webhook event does', async () => {
  const desk = await deskWithout(UNNAMED)
  const { paying, page } = await challenged(desk, '3220')
  paying.comeBack(await answerPage(page, 'pay'))
  expect(await paying.resume()).toMatchObject({ kind: 'action_required' })
  await paying.untilEvents('AUTHORISATION')
  expect(await desk.provider.query(paying.attempt)).toMatchObject({ kind: 'authorized' })
})
