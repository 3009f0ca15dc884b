import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { enrolDevice } from '@kippu/contract/gate'
import { encode } from 'uqr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { findGateByCode } from '../../gate/devices/find-gate.ts'
import { isPresenceCode } from '../../gate/devices/presence-code.ts'
import { createTokens } from '../../platform/tokens.ts'
import { runCli } from '../run-cli.ts'

let server: DemoShop
let folder: string

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
  folder = await mkdtemp(path.join(tmpdir(), 'posters-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function kippu(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCli(args, {
    open: () => server.deps,
    out: text => out.push(text),
    err: text => err.push(text),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
const asJson = async (...args: readonly string[]): Promise<unknown> =>
  JSON.parse((await kippu(...args, '--json')).out)

const added = v.object({ gate: v.string() })
const device = v.object({ device: v.string(), address: v.string(), token: v.string() })
const add = async (site: string, name: string) =>
  v.parse(added, await asJson('gates', 'add', site, name)).gate
const enrol = async (gate: string, name: string) =>
  v.parse(device, await asJson('gates', 'enrol', gate, name))
const use = async (token: string) =>
  server.app.inject({ method: 'POST', url: enrolDevice.path, payload: { enrolment_token: token } })
const posterOf = async (gate: string) => {
  const file = path.join(folder, `${gate}.svg`)
  const { code } = await kippu('gates', 'poster', gate, file)
  return code === 0 ? await readFile(file, 'utf8') : undefined
}

test('kippu gates shows them with their devices, and when each was last seen', async () => {
  expect(await kippu('gates')).toMatchObject({ code: 0, out: expect.stringContaining('No gate.') })
  const gate = await add('demo', 'North')
  const [waiting, here, gone] = [await enrol('North', 'A'), await enrol(gate, 'B'), await enrol(gate, 'C')]
  const { device_key: key } = (await use(here.token)).json<{ device_key: string }>()
  await server.app.inject({ url: '/api/v1/gate/device', headers: { authorization: `Bearer ${key}` } })
  expect((await kippu('gates', 'revoke', gone.device)).out).toContain('C gets no answer')
  const { out } = await kippu('gates')
  expect(out).toMatch(new RegExp(`^demo +${gate} +North +open$`, 'm'))
  expect(out).toMatch(new RegExp(`^ +A +${waiting.device} +waits to be enrolled +never$`, 'm'))
  expect(out).toMatch(new RegExp(`^ +B +${here.device} +enrolled +0 min ago$`, 'm'))
  expect(out).not.toContain(gone.device)
  expect((await kippu('gates', '--all')).out).toMatch(new RegExp(`${gone.device} +revoked`))
  for (const secret of [key, here.token, waiting.token]) expect(out).not.toContain(secret)
})

describe('kippu gates enrol', () => {
  test('prints the address of the gate at its site, to be scanned and to be typed', async () => {
    const gate = await add('mori', 'Forest')
    const { out } = await kippu('gates', 'enrol', 'Forest', '入口の iPad')
    const [address] = /http:\/\/mori\.localhost:\d+\/gate#enr_[\w-]{24}/.exec(out) ?? []
    expect(address).toBeDefined()
    expect(out).toContain('within 15 minutes')
    expect(out).toContain('▀')
    expect(await asJson('gates')).toContainEqual(
      expect.objectContaining({ id: gate, devices: [expect.objectContaining({ name: '入口の iPad' })] }),
    )
  })

  test('gives another code each time, which makes another device', async () => {
    const gate = await add('demo', 'Twice')
    const [first, second] = [await enrol(gate, 'Same'), await enrol(gate, 'Same')]
    expect(first.token).not.toBe(second.token)
    expect([await use(first.token), await use(second.token)].map(({ statusCode }) => statusCode)).toEqual([
      201, 201,
    ])
  })
})

describe('kippu gates poster', () => {
  test('draws the code of the gate with its name, and nothing that a name could smuggle in', async () => {
    const gate = await add('demo', 'East & <b>West</b>')
    const svg = (await posterOf(gate)) ?? ''
    const code = server.deps.tokens.derive('gate', gate)
    const { data, size } = encode(code, { ecc: 'Q', border: 4 })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])))
    expect([...svg.matchAll(/M(\d+ \d+)h1v1h-1z/g)].map(([, at]) => at)).toEqual(dark)
    expect(svg).toContain(`viewBox="0 0 ${size} ${size}"`)
    expect(svg).toContain('East &#38; &#60;b&#62;West&#60;/b&#62;')
    expect(svg).not.toMatch(/<b>|<script|https?:\/\/(?!www\.w3\.org)/)
    expect(await server.db.read(db => findGateByCode(db, 'demo', code))).toMatchObject({ id: gate })
  })

  test('is the same after the key of the deployment has changed, and refused once it is gone', async () => {
    const gate = await add('demo', 'Old')
    const before = await posterOf(gate)

    const run = async (key: string, former: readonly string[]) => {
      const out: string[] = []
      const file = path.join(folder, 'again.svg')
      const code = await runCli(['gates', 'poster', gate, file], {
        open: () => ({ ...server.deps, tokens: createTokens(key, former) }),
        out: text => out.push(text),
        err: text => out.push(text),
      })
      return code === 0 ? readFile(file, 'utf8') : out.join('\n')
    }
    const next = 'a new key of thirty-two characters or more'
    expect(await run(next, [server.deps.env.secretKey])).toBe(before)
    expect(await run(next, [])).toBe(
      'Refused: its code was made with a key that is gone: close it, and add another one.',
    )
  })
})

describe('kippu gates close', () => {
  test('ends the gate; another one may have its name', async () => {
    const gate = await add('demo', 'South')
    expect(await kippu('gates', 'close', 'South')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /South of demo closes for ever: its poster and 0 devices[^]*Nothing is done yet/,
      ),
    })
    expect((await kippu('gates', 'close', 'South', '--yes')).code).toBe(0)
    expect((await kippu('gates', 'close', gate)).err).toBe('Refused: it is closed already.')
    expect((await kippu('gates', 'close', 'South')).err).toBe('Refused: no such gate: South.')
    expect((await kippu('gates', 'enrol', gate, 'X')).err).toBe('Refused: the gate is closed.')
    expect((await kippu('gates', 'poster', gate, path.join(folder, 'x.svg'))).code).toBe(1)
    expect((await kippu('gates')).out).not.toContain(gate)
    expect((await kippu('gates', '--all')).out).toMatch(new RegExp(`${gate} +South +closed`))
    expect(await add('demo', 'South')).not.toBe(gate)
  })
})

describe('names', () => {
  test('an open gate of the site has a name once', async () => {
    await add('demo', 'Once')
    expect((await kippu('gates', 'add', 'demo', ' Once ')).err).toBe('Refused: demo has an open gate Once.')
  })

  test('that two sites have are told apart by --site', async () => {
    await add('demo', 'Main')
    const gate = await add('mori', 'Main')
    expect(await kippu('gates', 'close', 'Main')).toMatchObject({
      code: 2,
      err: expect.stringContaining('several sites'),
    })
    expect(await asJson('gates', 'close', 'Main', '--site', 'mori', '--yes')).toEqual({ gate })
  })

  test.each([
    [['gates', 'add', 'demo', ' '], 'a name has 1 to 60 characters'],
    [['gates', 'add', 'demo', 'x'.repeat(61)], 'a name has 1 to 60 characters'],
    [['gates', 'add', 'nowhere', 'x'], 'there is no site nowhere'],
    [['gates', 'add', 'demo'], 'takes two words'],
    [['gates', 'close'], 'takes one word'],
    [['gates', 'close', 'a', 'b'], 'takes one word'],
    [['gates', 'paint', 'x'], "gates can't paint"],
    [['gate-keys'], 'name a site'],
    [['gate-keys', 'rotate'], 'name a site'],
    [['gate-keys', 'nowhere'], 'there is no site nowhere'],
    [['gate-keys', 'retire', 'demo'], 'by its number'],
    [['gate-keys', 'demo', 'mori'], 'name one site'],
    [['presence'], 'name a site'],
    [['presence', 'nowhere'], 'there is no site nowhere'],
  ])('%j is a usage error', async (args, why) => {
    const { code, err } = await kippu(...args)
    expect([code, err]).toEqual([2, expect.stringContaining(why)])
  })

  test.each(['gates', 'gate-keys', 'presence'])('kippu %s --help', async name => {
    const { code, out } = await kippu(name, '--help')
    expect([code, out]).toEqual([0, expect.stringContaining(`Usage: npm run kippu -- ${name}`)])
    expect((await kippu('--help')).out).toContain(`  ${name}`)
  })
})

describe('kippu gate-keys', () => {
  const keys = async () => (await server.deps.gates.of('demo')).publicKeys.map(({ number }) => number)

  test('signs with another key, and refuses what the one before has signed once that is retired', async () => {
    expect((await kippu('gate-keys', 'mori')).out).toContain('No key yet')
    expect(await keys()).toEqual([1])
    expect((await kippu('gate-keys', 'demo')).out).toMatch(/^1 +[\w-]{43} +\S+ +signs$/m)
    expect((await kippu('gate-keys', 'rotate', 'demo')).code).toBe(0)
    server.clock.advance(5_000)
    expect(await keys()).toEqual([2, 1])
    const { out } = await kippu('gate-keys', 'demo')
    expect(out).toMatch(/^2 .* signs$/m)
    expect(out).toMatch(/^1 .* still admits$/m)
    expect((await kippu('gate-keys', 'retire', 'demo', '1')).err).toContain(
      'Key 1 of demo is retired for ever',
    )
    expect((await kippu('gate-keys', 'retire', 'demo', '1', '--yes')).code).toBe(0)
    server.clock.advance(5_000)
    expect(await keys()).toEqual([2])
    expect((await kippu('gate-keys', 'demo')).out).toMatch(/^1 .* retired 20\S+$/m)
  })

  test('refuses to retire what is not there', async () => {
    expect((await kippu('gate-keys', 'retire', 'demo', '77')).err).toContain('Refused: demo has no key 77')
    expect((await kippu('gate-keys', 'retire', 'mori', '2')).code).toBe(1)
  })
})

test('S-9.08: kippu presence shows the code of now, and for how long', async () => {
  server.clock.set('2026-11-30T10:00:00+09:00')
  const { code, seconds } = v.parse(
    v.object({ code: v.string(), seconds: v.number() }),
    await asJson('presence', 'demo'),
  )
  const now = server.clock.now()
  expect(isPresenceCode(server.deps, 'demo', code, now)).toBe(true)
  expect(isPresenceCode(server.deps, 'mori', code, now)).toBe(false)
  expect(seconds).toBe(60)
  server.clock.advance(59_001)
  expect((await kippu('presence', 'demo')).out).toBe(
    `${code.slice(0, 3)} ${code.slice(3)}  (for 1 s more; accepted for a minute longer)`,
  )
})
