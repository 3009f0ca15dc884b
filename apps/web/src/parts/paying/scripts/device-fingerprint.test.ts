import { afterEach, expect, test, vi } from 'vitest'

import { answerScripts } from '../../../../test/answering-scripts.ts'
import { readDeviceFingerprint } from './device-fingerprint.ts'

afterEach(() => vi.useRealTimers())

test('a site without the service loads nothing and sends nothing (R-7.73)', async () => {
  const { asked } = answerScripts({})
  expect(await readDeviceFingerprint(null)).toBeUndefined()
  expect(asked).toEqual([])
})

test.each([
  ['a text', 'fp-1', 'fp-1'],
  ['a promise of one', Promise.resolve('fp-2'), 'fp-2'],
  ['something else', { id: 1 }, undefined],
  ['nothing', '', undefined],
  ['too long a text', 'x'.repeat(256), undefined],
])('the service leaves %s in the window (R-3.40, R-7.73)', async (name, left, read) => {
  const address = `https://fingerprint.example/${encodeURIComponent(name)}.js`
  answerScripts({ [address]: { deviceFingerprint: left } })
  expect(await readDeviceFingerprint(address)).toBe(read)
})

test('a service that is down or silent prevents no payment', async () => {
  answerScripts({})
  expect(await readDeviceFingerprint('https://fingerprint.example/down.js')).toBeUndefined()
  vi.useFakeTimers()
  vi.spyOn(document.head, 'append').mockImplementation(() => undefined)
  const silent = readDeviceFingerprint('https://fingerprint.example/silent.js')
  await vi.advanceTimersByTimeAsync(3000)
  expect(await silent).toBeUndefined()
})
