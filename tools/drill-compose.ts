import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { makeBareRoot } from './image/bare-root.ts'
import { ROOT } from './run-steps.ts'

/**
 * Starts `compose.yaml` as docs/deploy.md says, sells a ticket through it, restarts a process while it sells, takes it down and brings it
 * up again. Its engine, PostgreSQL and nginx come from Debian's packages: no registry of images is asked. Needs root, and what
 * `tools/build-image.ts` needs.
 */

const OUT = path.join(ROOT, '.cache', 'compose')
const IMAGE = path.join(ROOT, '.cache', 'image')
/** The first one that has the programs of `compose.yaml`: podman-compose 1.4, PostgreSQL 18, nginx 1.27.3. */
const SUITE = 'forky'
const PACKAGES = {
  machine: 'ca-certificates,podman,podman-compose,crun,netavark,aardvark-dns,nftables,openssl',
  postgres: 'ca-certificates,postgresql-18',
  nginx: 'ca-certificates,nginx-light',
}
/** A suite that is not released yet is signed for some days: a mirror may be behind. */
const OPTIONS = ['--aptopt=Acquire::Check-Valid-Until "false"']

const { values } = parseArgs({
  /** The image that was made last is drilled as it is. */
  options: { made: { type: 'boolean', default: false } },
})
mkdirSync(OUT, { recursive: true })
if (!values.made) run('node', 'tools/build-image.ts', '--out', IMAGE)
for (const [name, packages] of Object.entries(PACKAGES))
  makeBareRoot(
    path.join(OUT, `${name}.tar`),
    { suite: SUITE, packages, options: OPTIONS, sources: ['http://deb.debian.org/debian'] },
    process.env,
  )
packImage(path.join(OUT, 'kippu.tar'))
const machine = path.join(OUT, 'machine')
try {
  rmSync(machine, { recursive: true, force: true })
  mkdirSync(machine)
  run('tar', '--extract', `--file=${path.join(OUT, 'machine.tar')}`, `--directory=${machine}`)
  // A network of its own: ports 80 and 443 are those of the deployment, and nothing leaves this machine.
  run('unshare', '--net', process.execPath, 'tools/compose/drill.ts', machine, OUT)
} finally {
  rmSync(machine, { recursive: true, force: true })
}

/** The root of the image as a tar: of the steps, or as buildah keeps it. */
function packImage(tar: string): void {
  const steps = path.join(IMAGE, 'root-1')
  if (existsSync(steps)) {
    run('tar', '--create', `--file=${tar}`, `--directory=${steps}`, '.')
    return
  }
  rmSync(tar, { force: true })
  run(
    'buildah',
    '--storage-driver=vfs',
    'push',
    '--quiet',
    'localhost/kippu',
    `oci-archive:${tar}:localhost/kippu`,
  )
}

function run(command: string, ...args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''}: ${error?.message ?? `exit ${status}`}`)
}
