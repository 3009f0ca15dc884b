import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { CALLS } from '@kippu/contract/calls'
import { LANGUAGES } from '@kippu/domain/language'
import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { ATTEMPT_STATES } from '@kippu/domain/states/payment'
import { describe, expect, test } from 'vitest'

import { parseEnv, VARIABLE_NAMES } from '../src/start/environment/read-env.ts'
import { ACCOUNT_VARIABLES } from '../src/payments/accounts/accounts.ts'
import { referenceOf } from '../src/payments/attempts/payment-name.ts'
import { createTokens, type TokenKind } from '../src/platform/tokens.ts'
import { createShop } from './shop/shop.ts'

/** Documents for a venue's engineer are compared with the code. */
function read(page: string): string {
  return readFileSync(path.join(import.meta.dirname, '../../../docs', page), 'utf8')
}

/** Names in the first column of a page's tables, or of those below one heading. */
function tableNames(page: string, heading?: string): string[] {
  const sections = read(page).split(/^## /m)
  const text =
    heading === undefined ? sections.join('') : sections.find(part => part.startsWith(`${heading}\n`))
  return Array.from((text ?? '').matchAll(/^\| `(\w+)`/gm), ([, name = '']) => name).toSorted()
}

test('docs/README.md has a line for every page, once', () => {
  const links = Array.from(read('README.md').matchAll(/\]\(([\w/-]+\.md)\)/g), ([, page = '']) => page)
  const docs = path.join(import.meta.dirname, '../../../docs')
  const pages = globSync('**/*.md', { cwd: docs, exclude: ['README.md', 'decisions/**'] })
  expect(links.toSorted()).toEqual(pages.toSorted())
})

test('docs/running.md explains every variable that the server reads, and no other', () => {
  expect(tableNames('running.md')).toEqual([...VARIABLE_NAMES].toSorted())
})

test.each([
  ['kippu-web@.service', { role: 'web', portShared: true, statusPort: 3102, processName: 'web-2' }],
  ['kippu-worker.service', { role: 'worker', portShared: false, statusPort: 3100, processName: 'worker' }],
])('the unit docs/systemd/%s starts the program with variables that it reads', (file, env) => {
  const unit = read(`systemd/${file}`).replaceAll('%i', '2')
  const given = Array.from(unit.matchAll(/^Environment=(\w+)=(.*)$/gm), ([, name = '', value]) => [
    name,
    value,
  ])
  expect(given.filter(([name = '']) => !VARIABLE_NAMES.includes(name))).toEqual([])
  const ofAll = {
    DATABASE_URL: 'postgres://db/kippu',
    SECRET_KEY: 'one secret of 32 characters, here',
    SMTP_URL: 'smtp://mail',
    MAIL_FROM: 'tickets@example.com',
  }
  expect(parseEnv({ ...ofAll, ...Object.fromEntries(given) })).toMatchObject({ production: true, ...env })
  const [, program = ''] = /^ExecStart=\S+ (\S+)$/m.exec(unit) ?? []
  expect(existsSync(path.join(import.meta.dirname, '../../..', program))).toBe(true)
})

describe('docs/proxy/kippu.conf', () => {
  const nginx = read('proxy/kippu.conf')
  const pathsOf = (before: RegExp) => new RegExp(before.exec(nginx)?.[1] ?? 'nothing of the kind')
  const kept = pathsOf(/location ~ (\S+) \{\n\s+proxy_cache kippu;/)
  const shut = pathsOf(/location ~ (\S+) \{\n\s+return 404;/)

  test('keeps documents, and no call of the contract', () => {
    expect(['/', '/tickets/'].filter(one => !kept.test(one))).toEqual([])
    expect(Object.values(CALLS).filter(({ path: one }) => kept.test(one))).toEqual([])
    expect(nginx.match(/proxy_cache kippu;/g)).toHaveLength(1)
  })

  test('knows the languages of the store', () => {
    const languages = pathsOf(/"~(\S+)" \$cookie_lang;/)
    expect(LANGUAGES.filter(lang => !languages.test(lang))).toEqual([])
  })

  test('knows every kind of token, so that its log has none', () => {
    const kinds: Record<TokenKind, true> = {
      order: true,
      time_change: true,
      mail: true,
      reservation: true,
      payment: true,
      ticket: true,
      magazine: true,
      return: true,
      share: true,
      shared: true,
      receipt: true,
      gate: true,
      enrolment: true,
      invitation: true,
      device: true,
      reseller: true,
      spot_qr: true,
      preview: true,
      wallet: true,
    }
    const tokens = createTokens('a key of thirty-two characters, or more')
    const names = [
      ...Object.keys(kinds).map(kind => tokens.derive(kind as TokenKind, 'x')),
      referenceOf(Buffer.alloc(32)),
    ]
    const made = names.map(name => name.split('_')[0])
    const masked = /\.\*\?\)\(([a-z|]+)\)_"/.exec(nginx)?.[1]?.split('|')
    expect(new Set(masked)).toEqual(new Set(made))
  })

  test('speaks TLS 1.2 and 1.3 alone, with forward secrecy and authenticated encryption', () => {
    const servers = nginx.split(/^server \{$/m).filter(server => server.includes('listen 443'))
    expect(servers).toHaveLength(2)
    for (const server of servers) expect(server).toMatch(/^ {2}ssl_protocols TLSv1\.3 TLSv1\.2;$/m)
    const ciphers = /ssl_ciphers (\S+);/.exec(nginx)?.[1]?.split(':') ?? []
    expect(ciphers.length).toBeGreaterThan(3)
    expect(ciphers.filter(one => !/^ECDHE-(?:RSA|ECDSA)-(?:AES\d+-GCM|CHACHA20)-/.test(one))).toEqual([])
  })

  test('sends pages on to HTTPS, and refuses every call that was sent without it', () => {
    const refused = pathsOf(/location ~ (\S+) \{\n\s+return 403;/)
    const operators = ['/healthz', '/readyz', '/metrics']
    const calls = Object.values(CALLS).filter(({ path: one }) => !operators.includes(one))
    expect(calls.filter(({ path: one }) => !refused.test(one))).toEqual([])
    expect(refused.test('/payment-webhooks/stripe')).toBe(true)
    const pages = ['/', '/tickets/', '/payment-return/stripe/x/y', '/payment-step/x', '/apis']
    expect(pages.filter(one => refused.test(one))).toEqual([])
  })

  test('shows visitors nothing that is for the operator, and every call besides', () => {
    const ours = ['/healthz', '/readyz', '/metrics']
    expect(ours.filter(one => !shut.test(one))).toEqual([])
    const others = Object.values(CALLS).filter(({ path: one }) => !ours.includes(one))
    expect(others.filter(({ path: one }) => shut.test(one))).toEqual([])
  })
})

test('docs/payments.md explains every state of an attempt, and no other', () => {
  expect(tableNames('payments.md', 'States of an attempt')).toEqual([...ATTEMPT_STATES].toSorted())
})

test('docs/payments.md has a line for each of the seventeen methods, and the page of its provider (R-7.53–7.70)', () => {
  expect(tableNames('payments.md', 'The methods')).toEqual([...PAYMENT_METHODS].toSorted())
  for (const [, page = ''] of read('payments.md').matchAll(/\]\((payments\/[\w-]+\.md)\)/g))
    expect(read(page)).toMatch(/^## Going live$|go-live|[Gg]oing live/m)
})

test('each variable of a payment account is on the page of its provider', () => {
  const pages = {
    stripe: 'stripe',
    gmo: 'gmo',
    softbank: 'softbank',
    adyen: 'adyen',
    alipay: 'alipay',
    docomo: 'docomo',
    applePay: 'apple-pay',
  } as const
  const left = Object.entries(pages).flatMap(([account, page]) => {
    const text = read(`payments/${page}.md`)
    const entries = new Map(Object.entries(ACCOUNT_VARIABLES)).get(account) ?? {}
    return Object.keys(entries).filter(name => !text.includes(`\`${name}\``))
  })
  expect(left).toEqual([])
})

test('docs/operations.md explains every number of our own at /metrics, and no other', async () => {
  const server = await createShop({ catalogue: 'demo' })
  const { body } = await server.app.inject('/metrics')
  await server.close()
  const names = Array.from(body.matchAll(/^# HELP (kippu_\w+)/gm), ([, name = '']) => name)
  const ours = names.filter(name => !/^kippu_(process|nodejs)_/.test(name))
  // These belong to a running process, with its queues and loops.
  const ofProcess = [
    'kippu_database_connections_cut_total',
    'kippu_full_shares_total',
    'kippu_holds_waiting',
    'kippu_longest_hold_wait_seconds',
    'kippu_loop_age_seconds',
    'kippu_mails_waiting',
    'kippu_orders_emptied_total',
    'kippu_orders_in_doubt',
  ]
  expect(tableNames('operations.md')).toEqual([...ours, ...ofProcess].toSorted())
})
