import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { findDebianProgram } from '../../test/debian-programs.ts'
import { ROOT } from '../../start/root.ts'

/**
 * Starts `compose.yaml` as docs/deploy.md says, sells a ticket through it, restarts a process while it sells, takes it down and brings it
 * up again. The image is built by the podman or docker of this machine; the drill's own engine, PostgreSQL and nginx come from Debian's
 * packages. Needs root and mmdebstrap.
 */

const OUT = path.join(ROOT, '.cache', 'compose')
const IMAGE = path.join(OUT, 'kippu.tar')
/** The first one that has the programs of `compose.yaml`: podman-compose 1.4, PostgreSQL 18, nginx 1.27.3. */
const SUITE = 'forky'
const PACKAGES = {
  machine: 'ca-certificates,podman,podman-compose,crun,netavark,aardvark-dns,nftables,openssl',
  postgres: 'ca-certificates,postgresql-18',
  nginx: 'ca-certificates,nginx-light',
}
const MIRROR = 'http://deb.debian.org/debian'
/** A suite that is not released yet is signed for some days: a mirror may be behind. Nobody reads pages in there. */
const OPTIONS = [
  '--variant=minbase',
  '--quiet',
  '--aptopt=Acquire::Check-Valid-Until "false"',
  ...['doc', 'man', 'locale'].map(folder => `--dpkgopt=path-exclude=/usr/share/${folder}/*`),
]

const { values } = parseArgs({
  /** The image that was saved last is drilled as it is: `podman save --output .cache/compose/kippu.tar localhost/kippu`. */
  options: { made: { type: 'boolean', default: false } },
})
mkdirSync(OUT, { recursive: true })
if (!values.made) makeImage()
for (const [name, packages] of Object.entries(PACKAGES)) makeBareRoot(name, packages)
const machine = path.join(OUT, 'machine')
try {
  rmSync(machine, { recursive: true, force: true })
  mkdirSync(machine)
  run('tar', '--extract', `--file=${path.join(OUT, 'machine.tar')}`, `--directory=${machine}`)
  // A network of its own: ports 80 and 443 are those of the deployment, and nothing leaves this machine.
  run('unshare', '--net', process.execPath, 'tools/drills/compose/drill.ts', machine, OUT)
} finally {
  rmSync(machine, { recursive: true, force: true })
}

function makeImage(): void {
  const builder = ['podman', 'docker'].find(name => spawnSync(name, ['--version']).status === 0)
  if (builder === undefined)
    throw new Error(`The image needs podman or docker; --made takes ${path.relative(ROOT, IMAGE)}.`)
  run(builder, 'build', '--tag=localhost/kippu', '--file=Containerfile', '.')
  rmSync(IMAGE, { force: true })
  run(builder, 'save', `--output=${IMAGE}`, 'localhost/kippu')
}

/** A bare root of Debian as a tar, kept for the next time. */
function makeBareRoot(name: string, packages: string): void {
  const tar = path.join(OUT, `${name}.tar`)
  if (existsSync(tar)) return
  const part = `${tar}.new.tar`
  run(findDebianProgram('mmdebstrap'), ...OPTIONS, `--include=${packages}`, SUITE, part, MIRROR)
  renameSync(part, tar)
}

function run(command: string, ...args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''}: ${error?.message ?? `exit ${status}`}`)
}
