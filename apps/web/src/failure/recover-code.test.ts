import { beforeEach, afterEach, expect, test, vi } from 'vitest'

import { CONNECTION_WORDS } from '../i18n/bundled-words.ts'
import { acceptDialog, useDialogs } from '../ui/dialog-store.ts'
import { isMissingCode, recoverMissingCode } from './new-release.ts'
import { reloadOnceConnected } from './recover-code.ts'

const reload = vi.fn<() => void>()

beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  location.hash = '#/payment'
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  location.hash = ''
})

const shown = () => useDialogs.getState().waiting

test('one reload fetches the code of a screen that a release replaced, on the same route', async () => {
  vi.stubGlobal('fetch', async () => new Response())
  await reloadOnceConnected('ja')
  expect(reload).toHaveBeenCalledTimes(1)
  expect(location.hash).toBe('#/payment')
  expect(shown()).toEqual([])
})

test('a file that stays missing does not reload for ever: the error page opens', async () => {
  vi.stubGlobal('fetch', async () => new Response())
  await reloadOnceConnected('ja')
  await reloadOnceConnected('ja')
  expect(reload).toHaveBeenCalledTimes(1)
  expect(location.hash).toBe('#/error')
})

test('R-8.27: without a connection the visitor is told and stays; OK tries again, and nothing is lost', async () => {
  sessionStorage.setItem('demo:orderToken', '"ord_1"')
  let isOnline = false
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('offline')
    return new Response()
  })
  const done = reloadOnceConnected('en')
  for (let times = 0; times < 2; times += 1) {
    await vi.waitFor(() => expect(shown()).toMatchObject([CONNECTION_WORDS.en]))
    expect(reload).not.toHaveBeenCalled()
    if (times === 1) isOnline = true
    acceptDialog('ok')
  }
  await done
  expect(reload).toHaveBeenCalledTimes(1)
  expect(sessionStorage.getItem('demo:orderToken')).toBe('"ord_1"')
})

test('code that was only prefetched causes no reload; code that is needed does', async () => {
  vi.stubGlobal('fetch', async () => new Response())
  recoverMissingCode('ja')
  const error = new TypeError('Failed to fetch dynamically imported module')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  expect(isMissingCode(error)).toBe(true)
  expect(isMissingCode(new TypeError('a bug'))).toBe(false)
  await Promise.resolve()
  expect(reload).not.toHaveBeenCalled()
  window.dispatchEvent(new ErrorEvent('error', { error }))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})
