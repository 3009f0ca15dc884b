import { afterEach, expect, test, vi } from 'vitest'
import { findChromium, findHeadlessChromium, prepareHeadlessChromium } from './chromium.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const FINDERS = [findChromium, findHeadlessChromium, prepareHeadlessChromium]

test.each(FINDERS)('CHROMIUM_PATH is taken before anything the system has', find => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath)
  expect(find()).toBe(process.execPath)
})

test.each(FINDERS)('a CHROMIUM_PATH that leads nowhere is named', find => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
  expect(find).toThrow('CHROMIUM_PATH is /nowhere/chromium, and there is no such file.')
})
