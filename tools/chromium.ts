import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Fonts for Japanese, Korean, Chinese and Thai are installed with it; without them screens would show boxes. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-noto-cjk', 'fonts-thai-tlwg']

/**
 * Path of a Chromium: `CHROMIUM_PATH`, the system's, Playwright's own, or Debian's, which is installed now if we may.
 * Throws one clear line when there is none.
 */
export function findChromium(): string {
  const wished = process.env['CHROMIUM_PATH']
  if (wished !== undefined && wished !== '') {
    if (existsSync(wished)) return wished
    throw new Error(`CHROMIUM_PATH is ${wished}, and there is no such file.`)
  }
  const found = installed()
  if (found !== undefined) return found
  if (mayInstall()) installFromDebian()
  const now = installed()
  if (now !== undefined) return now
  throw new Error('No Chromium found: run `npx playwright install chromium`, or set CHROMIUM_PATH.')
}

function installed(): string | undefined {
  return [...SYSTEM_PATHS, chromium.executablePath()].find(file => existsSync(file))
}

function mayInstall(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false
  return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function installFromDebian(): void {
  console.log(`Installing ${DEBIAN_PACKAGES.join(', ')} …`)
  const apt = (...args: string[]): void => {
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  apt('update', '-q')
  apt('install', '-q', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES)
}
