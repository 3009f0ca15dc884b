import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { wordsOfRaw } from '../raw-mail.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { patiently } from '../crash/patient-shop.ts'
import { type ServerProcess, serverVariables, startServer } from '../crash/server-process.ts'
import { shopOverHttp } from '../crash/shop-over-http.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type Mailbox, type ReceivedMail, startMailbox } from '../mailbox.ts'
import type { AnyShop } from '../payment-methods/visitor.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../small-catalogue.ts'

/** Patience for a machine that is busy, no promise of speed. */
const PATIENCE = { timeout: 60_000, interval: 50 }
const STORY_MS = 120_000

/** What somebody types for a stranger to read, each with a word that no mail of the store has. */
const LURES = [
  'You won! Claim at zqprize.com/claim now',
  'https://zqprize.example/x?y=1',
  'http://zqprize.example',
  'hxxps:⁄⁄zqprize.com',
  'ftp://zqprize.example',
  'www.zqprize.example',
  'zqprize.com',
  'zqprize。com',
  'zqprize｡com',
  'zqprize．com',
  'ｚｑｐｒｉｚｅ．ｃｏｍ',
  'zqprize․com',
  'zqprize[.]com',
  'zqprize(dot)com',
  'zqprizé.com',
  'zqрrize.com',
  'xn--zqprize-abc.com',
  'zqprize.рф',
  '192.0.2.77/zqprize',
  '//zqprize',
  'javascript:alert("zqprize")',
  'data:text/html,zqprize',
  'mailto:zqprize@example.net',
  'tel:+819000007177',
  'Call +81-90-0000-7177 now',
  '0９0−0000−7177',
  '☎ 090 0000 7177 zqcall',
  'LINE: @zqprize',
  '<a href="https://zqprize.example">open</a>',
  '<img src=x onerror=zqprize()>',
  '"><script>zqprize</script>',
  '&lt;zqprize&gt; &#122;qprize',
  '\u202Emoc.ezirpqz\u202C zqback',
  'zq\u200Bprize.com zqzero',
  'zqprize\r\nBcc: zqthief@example.net',
  'zqprize\r\n\r\n--kippu\r\nContent-Type: text/html\r\n\r\nzqpart',
  'zqprize\u2028zqline\u2029zqparagraph',
  '{{zqprize}} {site} {name} ${zqprize} %s',
  '=?utf-8?B?enFwcml6ZQ==?= zqencoded',
  'zqlong '.repeat(14).trim(),
] as const

/** Parts of the lures as a reader, a mail program or a decoder would come to see them. */
const TRACES = [
  /zq/i,
  /ｚｑ/,
  /ezirp/,
  /enFwcml6/,
  /7177/,
  /７１７７/,
  /192\.0\.2/,
  /hxxp|javascript:|data:text|mailto:|tel:/,
  /onerror|<script|<img/,
  /[\u200B\u202A-\u202E\u2028\u2029]/,
  /рф/,
]

/** The header fields of a confirmation mail: an answer goes to the venue, never to whoever typed. */
const FIELDS = [
  'From',
  'To',
  'Reply-To',
  'Subject',
  'Message-ID',
  'Auto-Submitted',
  'Date',
  'MIME-Version',
  'Content-Type',
]

let database: TestDatabase
let db: Database
let mailbox: Mailbox
let catalogue: SmallCatalogue
let processes: readonly ServerProcess[] = []
let shops: readonly AnyShop[] = []
const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-lures-'))

beforeAll(async () => {
  database = await createTestDatabase('seeded')
  db = openDatabase(database.url, { poolSize: 4 })
  mailbox = await startMailbox()
  const ports = [await claimPort(), await claimPort()]
  const variables = {
    ...serverVariables({ databaseUrl: database.url, dataDir }),
    SMTP_URL: mailbox.smtpUrl,
    WEB_PROCESSES: '2',
    TRUST_PROXY: 'loopback',
    SITES_DIR: DEMO_SITES_DIR,
    SITE_KEY: 'demo',
    // As they are unless an operator chooses others.
    CONFIRMATION_MAILS_PER_HOUR: '',
    CONFIRMATION_ADDRESSES_PER_HOUR: '',
    CONFIRMATION_NETWORK_ADDRESSES_PER_HOUR: '',
  }
  processes = await Promise.all(ports.map(port => startServer(port, variables)))
  // On a busy machine a process asks its visitors to come again.
  shops = ports.map(port => patiently(shopOverHttp(`http://127.0.0.1:${port}`)))
  catalogue = await insertSmallCatalogue(db, {
    visitDate: addDays(jstDateOf(Date.now()), 20),
    capacities: [1_000],
  })
  await db.transaction(async tx => {
    await tx.deleteFrom('field_templates').where('site_key', '=', 'demo').execute()
    const shown = ['email', ...TYPED].map((field_name, index) => ({
      site_key: 'demo',
      field_name,
      position: index + 1,
      is_display: true,
      is_require: false,
    }))
    await tx.insertInto('field_templates').values(shown).execute()
  })
}, STORY_MS)

afterAll(async () => {
  await Promise.all(processes.map(process => process.stop()))
  await db.close()
  await database.drop()
  await mailbox.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Every answer that is a free line. */
const TYPED = ['fullname', 'address', 'resident_area', 'questionnaire1', 'questionnaire2', 'questionnaire3']

/** The requests go to the two processes in turn. */
const shopOf = (turn: number): AnyShop => shops[turn % shops.length]!

async function order(turn: number): Promise<string> {
  const { status, body } = await shopOf(turn).call('POST', '/api/v1/orders', {
    lang: 'ja',
    product_uuid: catalogue.productUuid,
    time_span_id: catalogue.spans[0],
    quantity: 1,
    option_values: [{ option_value_id: catalogue.adult, quantity: 1 }],
  })
  expect(status).toBe(201)
  return String(body['order_token'])
}

const sendForm = (turn: number, token: string, email: string, lure: string) =>
  shopOf(turn).call('POST', `/api/v1/ordermails/${token}`, {
    contents: [{ key: 'email', value: email }, ...TYPED.map(key => ({ key, value: lure }))],
  })

/** Settles once no mail waits in the queue. */
const untilAllSent = () =>
  vi.waitFor(async () => {
    const { rows } = await db.read(read =>
      sql`select from jobs.job where name = 'send-confirmation-mail' and state in ('created', 'retry', 'active')`.execute(
        read,
      ),
    )
    expect(rows).toEqual([])
  }, PATIENCE)

/** A mail without what differs between two of the same tickets: the link, the code and when they end. */
const withoutLink = (part: string) =>
  part
    .replaceAll(/http:\/\/localhost:\d+\/to\/mail-confirm\?mail_token=eml_[\w-]{24}/g, '<link>')
    .replaceAll(/(?<=■ |> *|^ +)\d{6}\b/gm, '<code>')
    .replaceAll(/リンクと確認コードは[^。]*?（日本時間）/g, '<end>')
    // Pictures of the house are the same in every mail.
    .replaceAll(/<img src="[^"]*"/g, '<picture')
const partsOf = ({ from, subject, text, html }: ReceivedMail) => [from, subject, text, html].map(withoutLink)

/** A mail that the store sends again, because it was not told in time that it had come, has the same. */
const idOf = (raw: string) => /^Message-ID: (.+)$/im.exec(raw)?.[1]

/** The names of the header fields of a mail as it came in, and what its parts say. */
function readRaw(raw: string): { readonly fields: readonly string[]; readonly parts: string } {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const fields = Array.from(head.matchAll(/^([\w-]+):/gm), ([, name = '']) => name)
  return { fields, parts: withoutLink(wordsOfRaw(raw)) }
}

describe('a stranger whose address somebody else types', () => {
  test(
    'receives no word of theirs, whatever they type into whichever field',
    async () => {
      expect(LURES).toHaveLength(40)
      const addressOf = (turn: number) => `stranger${turn}@gmail.com`
      for (const [turn, lure] of ['', ...LURES].entries())
        expect(await sendForm(turn, await order(turn), addressOf(turn), lure)).toMatchObject({ status: 200 })
      await untilAllSent()
      const [plain] = await mailbox.mailsTo(addressOf(0))
      for (const turn of LURES.keys()) {
        const mails = await mailbox.mailsTo(addressOf(turn + 1))
        expect(new Set(mails.map(mail => JSON.stringify(partsOf(mail))))).toEqual(
          new Set([JSON.stringify(partsOf(plain!))]),
        )
        for (const { to } of mails) expect(to).toEqual([addressOf(turn + 1)])
      }
      const raw = mailbox.raw().map(readRaw)
      expect(new Set(mailbox.raw().map(idOf)).size).toBe(LURES.length + 1)
      expect(raw).toEqual(raw.map(() => raw[0]))
      expect(raw[0]!.fields).toEqual(FIELDS)
      expect(raw[0]!.parts).toContain('光の森')
      for (const trace of TRACES) expect(partsOf(plain!).join('\n') + raw[0]!.parts).not.toMatch(trace)
      expect(await mailbox.mailsTo('zqthief@example.net')).toEqual([])
    },
    STORY_MS,
  )

  test.each([
    ['labels', (turn: number) => `victim+${turn}@gmail.com`],
    [
      'case and dots',
      (turn: number) =>
        `${turn % 2 === 0 ? 'T.arget' : 'tArGe.t'}@${turn % 3 === 0 ? 'GMail' : 'googlemail'}.com`,
    ],
  ])(
    'receives five mails an hour from twelve orders of six forms in two processes, with %s',
    async (_, addressOf) => {
      const tokens = await Promise.all(Array.from({ length: 12 }, (_one, turn) => order(turn)))
      const forms = Array.from({ length: 72 }, (_one, turn) => turn)
      const answers = await Promise.all(
        forms.map(turn => sendForm(turn, tokens[turn % 12]!, addressOf(turn), LURES[turn % LURES.length]!)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      const refused = answers.filter(({ status }) => status !== 200)
      for (const { status, body } of refused) {
        expect({ status, body }).toMatchObject({ status: 429, body: { error: 'too many mails' } })
      }
      await untilAllSent()
      const addresses = new Set(forms.map(turn => addressOf(turn).toLowerCase()))
      const mails = await Promise.all([...addresses].map(address => mailbox.mailsTo(address)))
      // A form that replaces one of the same order before its mail was sent leaves that mail void.
      const sent = new Set(mails.flat().map(({ text }) => text))
      expect(sent.size).toBeGreaterThan(0)
      expect(sent.size).toBeLessThanOrEqual(5)
      for (const mail of mails.flat())
        for (const trace of TRACES) expect(partsOf(mail).join('\n')).not.toMatch(trace)
    },
    STORY_MS,
  )
})
