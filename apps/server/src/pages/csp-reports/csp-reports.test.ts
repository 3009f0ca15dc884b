import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'

let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})
afterAll(() => server.close())

const TOKEN = 'ord_secret-of-a-visitor'
const PAGE = `https://tickets.example/tickets/${TOKEN}?token=${TOKEN}#/payment?token=${TOKEN}`

async function report(type: string, payload: string, app = server.app): Promise<number> {
  const headers = { 'content-type': type }
  const answer = await app.inject({ method: 'POST', url: '/csp-reports', headers, payload })
  return answer.statusCode
}

const single = (directive: string, blocked = 'inline', name = 'effective-directive'): string =>
  JSON.stringify({ 'csp-report': { 'document-uri': PAGE, [name]: directive, 'blocked-uri': blocked } })

const entryOf = (effectiveDirective: string, blockedURL: string): object => ({
  type: 'csp-violation',
  age: 1,
  url: PAGE,
  user_agent: 'Browser',
  body: { documentURL: PAGE, effectiveDirective, blockedURL, sample: `innerHTML|${TOKEN}`, lineNumber: 1 },
})

async function counts(): Promise<Readonly<Record<string, number>>> {
  const { body } = await server.app.inject('/metrics')
  const lines = body.matchAll(/kippu_csp_reports_total\{directive="([^"]*)"\} (\d+)/g)
  return Object.fromEntries(Array.from(lines, ([, directive = '', number]) => [directive, Number(number)]))
}

/** What the log said about reports since a line, without what every line has. */
function saidSince(line: number): object[] {
  return server.logged.slice(line).flatMap(text => {
    const { msg, directive, page, blocked } = JSON.parse(text)
    return msg === 'a content policy kept a page from something' ? [{ directive, page, blocked }] : []
  })
}

describe('what browsers report of a content policy (S-15.02, S-15.04)', () => {
  test('is counted by directives of a closed list', async () => {
    expect(await report('application/csp-report', single('img-src'))).toBe(204)
    expect(await report('application/csp-report', single(`x-${TOKEN}`))).toBe(204)
    // As older browsers write it.
    const older = single("img-src 'self'", 'inline', 'violated-directive')
    expect(await report('application/csp-report; charset=utf-8', older)).toBe(204)
    const batch = [
      entryOf('require-trusted-types-for', 'trusted-types-sink'),
      entryOf('script-src-elem', 'https://evil.example/x.js'),
      { type: 'deprecation', body: { id: 'old' } },
    ]
    expect(await report('application/reports+json', JSON.stringify(batch))).toBe(204)
    // Not every browser sends a list.
    expect(await report('application/reports+json', JSON.stringify(entryOf('img-src', 'data')))).toBe(204)
    expect(await counts()).toEqual({
      'img-src': 3,
      other: 1,
      'require-trusted-types-for': 1,
      'script-src-elem': 1,
    })
  })

  test('has one line a minute for each directive, of origins and words of a closed list', async () => {
    server.clock.advance(60_000)
    const before = server.logged.length
    const send = async (...entries: object[]): Promise<number> =>
      report('application/reports+json', JSON.stringify(entries))
    const blocked = `https://user:${TOKEN}@evil.example:8443/${TOKEN}?${TOKEN}#${TOKEN}`
    await send(entryOf('img-src', blocked), entryOf('img-src', 'data'), entryOf('connect-src', TOKEN))
    server.clock.advance(59_999)
    await send(entryOf('img-src', 'data'), entryOf('script-src', `data:text/html,${TOKEN}`))
    const page = 'https://tickets.example'
    expect(saidSince(before)).toEqual([
      { directive: 'img-src', page, blocked: 'https://evil.example:8443' },
      { directive: 'connect-src', page, blocked: 'other' },
      { directive: 'script-src', page, blocked: 'other' },
    ])
    server.clock.advance(1)
    const next = server.logged.length
    await send(
      entryOf('img-src', 'trusted-types-sink'),
      entryOf('img-src', `https://${'x'.repeat(300)}.example`),
    )
    expect(saidSince(next)).toEqual([{ directive: 'img-src', page, blocked: 'trusted-types-sink' }])
    expect(server.logged.slice(before).join('\n')).not.toContain(TOKEN)
  })

  test.each([
    ['application/csp-report', '{"csp-report":', 400],
    ['application/csp-report', '', 400],
    ['application/csp-report', '{"__proto__":{"csp-report":{}}}', 400],
    ['application/csp-report', '{"csp-report":{"document-uri":1}}', 204],
    ['application/csp-report', 'null', 204],
    ['application/reports+json', '[null,1,"x",[],{},{"type":"csp-violation"}]', 204],
    ['application/reports+json', '{"type":1}', 204],
    ['application/reports+json', JSON.stringify('x'.repeat(32 * 1024)), 413],
    ['application/json', '{}', 415],
    ['text/plain', '{}', 415],
  ])(
    'of type %s that is not a report is not counted, and never an error of ours (%#)',
    async (type, body, status) => {
      const before = await counts()
      expect(await report(type, body)).toBe(status)
      expect(await counts()).toEqual(before)
    },
  )

  test('is taken thirty times a minute of one network, without a cost to its other requests', async () => {
    const limited = await createShop({ catalogue: 'demo', replace: () => ({ loadLimits: 'on' }) })
    const answers: number[] = []
    for (let request = 0; request < 31; request += 1)
      answers.push(await report('application/csp-report', single('img-src'), limited.app))
    const other = await limited.app.inject('/api/v1/langs')
    await limited.close()
    expect([...new Set(answers)]).toEqual([204, 429])
    expect(answers.indexOf(429)).toBe(30)
    expect(other.statusCode).toBe(200)
  })
})
