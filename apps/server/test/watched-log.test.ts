import { testCardNumber } from '../../simulators/src/core/test-cards.ts'
import { expect, test } from 'vitest'

import { createShop } from './shop/shop.ts'
import { createWatchedLog, watchOutput } from './watched-log.ts'

/** A store that logs this while it handles a buyer's form, and the end of its test. */
async function storeThatLogs(said: object): Promise<unknown> {
  const shop = await createShop({
    replace: ({ log }) => ({
      firstTry: {
        sendConfirmation: async () => {
          log.debug(said, 'mail queued')
          return 'later'
        },
        sendTickets: async () => 'later',
        sendShare: async () => 'later',
        close: () => undefined,
      },
    }),
  })
  const { token } = await shop.orderToken()
  const contents = [
    { key: 'email', value: 'mari@example.com' },
    { key: 'fullname', value: '灯 真理' },
    { key: 'phone', value: '0312345678' },
  ]
  expect(await shop.call('POST', `/api/v1/ordermails/${token}`, { contents })).toMatchObject({ status: 200 })
  return shop.close().catch((error: unknown) => error)
}

test.each([
  ['a mail address', { to: 'mari@example.com' }],
  ['the name of whoever bought', { order: { by: '灯　真理' } }],
  ['their phone', { phone: '03-1234-5678' }],
  ['the number of a card', { body: `number=${testCardNumber('1112')}` }],
  ['who holds a card', { holder: 'Taro Yamada' }],
])(
  'a store that logs %s fails its test, which shows the line without it (S-7.11, S-15.02)',
  async (_, said) => {
    const error = await storeThatLogs(said)
    expect(String(error)).toContain('logged what no log may hold')
    expect(String(error)).toContain('[leak]')
    expect(String(error)).toContain('"msg":"mail queued"')
    const secret = Object.values(said).map(value => (typeof value === 'string' ? value : value.by))
    expect(String(error)).not.toContain(secret[0])
  },
)

test('a store that logs ids fails no test', async () => {
  expect(await storeThatLogs({ order: '0198c3f2-7b4e-7000-8000-400000100000' })).toBeUndefined()
})

test('lines are joined from whatever pieces they arrive in', () => {
  const output = watchOutput()
  for (const piece of [
    '{"level":30,"to":"mari@exam',
    'ple.com"}\n{"lev',
    'el":30}\n{"to":"hana@',
    'example.com"}',
  ])
    output.write(piece)
  expect(() => output.verify()).toThrow(
    /^logged what no log may hold:\n\{"level":30,"to":"\[leak\]"\}\n\{"to":"\[leak\]"\}$/,
  )
})

test('the time at which Vitest has loaded a file is not the number of a card', () => {
  const watched = createWatchedLog()
  watched.log.error({ stack: 'at work (/srv/one.test.ts?vitest=1795823842889:3:1)' }, 'failed')
  expect(() => watched.verify()).not.toThrow()
})
