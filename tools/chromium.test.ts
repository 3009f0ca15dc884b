import { afterEach, expect, test, vi } from 'vitest'
import { findChromium } from './chromium.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('CHROMIUM_PATH is taken before anything the system has', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath)
  expect(findChromium()).toBe(process.execPath)
})

test('a CHROMIUM_PATH that leads nowhere is named', () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
  expect(() => findChromium()).toThrow('CHROMIUM_PATH is /nowhere/chromium, and there is no such file.')
})
