import { describe, expect, test } from 'vitest'

import { running, type RunningSimulators } from '../../test/running.ts'
import { CLIENT_ID, GATEWAY_KEY } from './account.ts'

const REDIRECT_URI = 'http://localhost:3000/payment-return/docomo'

function loginUrl({ url }: RunningSimulators, more: Record<string, string> = {}): URL {
  const address = new URL(`${url}/docomo/oidc/authorize`)
  const fields = {
    response_type: 'code',
    scope: 'openid',
    client_id: CLIENT_ID,
    redirect_uri: REDIRECT_URI,
    state: 'state-1',
    nonce: 'nonce-1',
    prompt: 'login',
    authif: '1',
    ...more,
  }
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  return address
}

const answer = (page: URL | string, given: string) =>
  fetch(page, { method: 'POST', body: new URLSearchParams({ answer: given }), redirect: 'manual' })

async function gateway(
  simulators: RunningSimulators,
  call: string,
  request: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${simulators.url}/docomo/gateway/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${GATEWAY_KEY}` },
    body: JSON.stringify({ order_ref: 'order1', ...request }),
  })
  return JSON.parse(await response.text())
}

const issue = (simulators: RunningSimulators) =>
  gateway(simulators, 'issue-token', {
    amount: 3200,
    description: 'Digital Forest',
    return_url: 'http://localhost:3000/payment-return/docomo/pay_1/ret_1',
    notify_url: 'http://localhost:3000/payment-webhooks/docomo',
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  })

async function openForm({ request_url, ...fields }: Record<string, unknown>): Promise<Response> {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
  return fetch(String(request_url), { method: 'POST', body, redirect: 'manual' })
}

describe('d ACCOUNT', () => {
  test('shows a login page that is marked as a test', async () => {
    const shown = await (await fetch(loginUrl(await running()))).text()
    for (const words of ['TEST', 'd ACCOUNT', 'ログイン']) expect(shown).toContain(words)
  })

  test('sends a code or a refusal back, to a registered address alone', async () => {
    const simulators = await running()
    const back = new URL((await answer(loginUrl(simulators), 'login')).headers.get('location') ?? '')
    expect(back.href).toMatch(
      /^http:\/\/localhost:3000\/payment-return\/docomo\?state=state-1&code=code_\w+$/,
    )
    const refused = (await answer(loginUrl(simulators), 'cancel')).headers.get('location')
    expect(refused).toBe(`${REDIRECT_URI}?state=state-1&error=access_denied`)
    for (const redirect_uri of ['http://evil.example/payment-return/docomo', `${REDIRECT_URI}/x`])
      expect((await answer(loginUrl(simulators, { redirect_uri }), 'login')).status).toBe(400)
    expect((await answer(loginUrl(simulators, { authif: '2' }), 'login')).status).toBe(400)
  })
})

describe('d払い', () => {
  test('accepts each form once, and is paid once', async () => {
    const simulators = await running()
    const [first, second] = [await issue(simulators), await issue(simulators)]
    const opened = await openForm(first)
    expect(opened.status).toBe(303)
    expect((await openForm(first)).status).toBe(404)
    const page = opened.headers.get('location') ?? ''
    expect((await openForm(second)).headers.get('location')).toBe(page)
    const shown = await (await fetch(page)).text()
    for (const words of ['TEST', 'Digital Forest', '¥3,200']) expect(shown).toContain(words)
    for (const _ of [1, 2]) {
      const back = (await answer(page, 'pay')).headers.get('location')
      expect(back).toBe('http://localhost:3000/payment-return/docomo/pay_1/ret_1/success')
    }
    expect(await gateway(simulators, 'query', {})).toMatchObject({ state: 'authorized', amount: 3200 })
  })

  test('keeps its records over a restart', async () => {
    const first = await running()
    const page = (await openForm(await issue(first))).headers.get('location') ?? ''
    const second = await first.restart()
    await answer(page.replace(first.url, second.url), 'pay')
    await gateway(second, 'capture', {})
    const third = await second.restart()
    expect(await gateway(third, 'query', {})).toMatchObject({ state: 'captured' })
  })
})
