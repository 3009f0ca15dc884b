import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Whether packages of Debian may be installed here: by root, on Debian or what is made of it. */
export function mayInstall(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false
  return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
}

export function installFromDebian(...packages: readonly string[]): void {
  console.log(`Installing ${packages.join(', ')} …`)
  const apt = (...args: string[]): void => {
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  apt('update', '-q')
  apt('install', '-q', '-y', '--no-install-recommends', ...packages)
}
