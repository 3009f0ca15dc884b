import { existsSync } from 'node:fs'

import { chromium } from '@playwright/test'

import { installFromDebian, mayInstall } from './debian-packages.ts'

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Chromium without windows: the same pages with the same engine, for three quarters of the work. */
const SHELL = '/usr/bin/chromium-headless-shell'

/** For Japanese, Korean, Chinese and Thai; without them screens would show boxes. */
const FONTS = ['fonts-noto-cjk', 'fonts-thai-tlwg']

/**
 * Path of a Chromium: `CHROMIUM_PATH`, the system's, Playwright's own, or Debian's, which is installed now if we may.
 * Throws one clear line when there is none.
 */
export function findChromium(): string {
  const found = wished() ?? installed()
  if (found !== undefined) return found
  if (mayInstall()) installFromDebian('chromium', ...FONTS)
  const now = installed()
  if (now !== undefined) return now
  throw new Error('No Chromium found: run `npx playwright install chromium`, or set CHROMIUM_PATH.')
}

/** As `findChromium`, but one that has no windows where there is one. */
export function findHeadlessChromium(): string {
  return wished() ?? (existsSync(SHELL) ? SHELL : findChromium())
}

/** As `findHeadlessChromium`; Debian's is installed first where we may. */
export function prepareHeadlessChromium(): string {
  if (wished() === undefined && !existsSync(SHELL) && mayInstall())
    installFromDebian('chromium-headless-shell', ...FONTS)
  return findHeadlessChromium()
}

/** @throws when `CHROMIUM_PATH` leads nowhere. */
function wished(): string | undefined {
  const path = process.env['CHROMIUM_PATH']
  if (path === undefined || path === '' || existsSync(path)) return path === '' ? undefined : path
  throw new Error(`CHROMIUM_PATH is ${path}, and there is no such file.`)
}

function installed(): string | undefined {
  return [...SYSTEM_PATHS, chromium.executablePath()].find(file => existsSync(file))
}
