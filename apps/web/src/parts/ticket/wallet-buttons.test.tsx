import type { Wallet } from '@kippu/contract/wallets'
import { textsOf } from '@kippu/texts/texts'
import { afterEach, expect, test, vi } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { render } from '../../../test/render.tsx'
import { WalletButtons } from './wallet-buttons.tsx'

const BOTH: readonly Wallet[] = ['apple', 'google']

afterEach(() => vi.restoreAllMocks())

function open(wallets: readonly Wallet[], tickets: readonly number[] | null = [1]) {
  const view = buildFirstView({ texts: textsOf('ja') })
  const { element } = render(<WalletButtons reservationToken="rsv_1" tickets={tickets} />, {
    ...view,
    site: { ...view.site, wallets },
  })
  return [...element.querySelectorAll('a')].map(link => {
    const { pathname, search } = new URL(link.href)
    return [link.textContent.trim(), pathname + search] as const
  })
}

const browse = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)

test('both wallets are offered in a browser of which neither is known', () => {
  browse('Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0')
  expect(open(BOTH)).toEqual([
    ['Apple ウォレットに追加', '/wallets/apple/rsv_1?lang=ja'],
    ['Google ウォレットに追加', '/wallets/google/rsv_1?lang=ja'],
  ])
})

test('a browser of Apple’s is offered Apple’s wallet alone', () => {
  browse('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari')
  expect(open(BOTH).map(([words]) => words)).toEqual(['Apple ウォレットに追加'])
  expect(open(['google'])).toEqual([])
})

test('nothing is offered where the site has no wallet, or no ticket is good', () => {
  expect(open([])).toEqual([])
  expect(open(BOTH, [])).toEqual([])
})

test('more than ten tickets go in by tens, each button from its first ticket on', () => {
  browse('Mozilla/5.0 (Linux; Android 15) Mobile')
  const tickets = Array.from({ length: 12 }, (_, index) => index + 3)
  expect(open(['google'], tickets).map(([, address]) => address)).toEqual([
    '/wallets/google/rsv_1?lang=ja&from=3',
    '/wallets/google/rsv_1?lang=ja&from=13',
  ])
})
