import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { makeBareRoot } from './image/bare-root.ts'
import { type Instruction, readContainerfile } from './image/containerfile.ts'
import { whyNotBuilt } from './image/why-not-built.ts'
import { ROOT } from './run-steps.ts'

/**
 * Makes the image of the store without any registry of images: the bases from Debian's packages (`mmdebstrap`), the image with
 * `buildah` where it runs, else by the same steps of the Containerfile in those bare roots (`chroot`). Needs root.
 */

const BUILD_PACKAGES = 'ca-certificates,libstdc++6,libatomic1,nodejs,npm,python3-minimal'
const PACKAGES = 'ca-certificates,libstdc++6,libatomic1,tzdata'
const TAG = 'localhost/kippu'
/**
 * Registries of packages may need the certificates that the machine trusts. Debian's Node asks these; one of npm's
 * packages does so only if npm is told.
 */
const CERTIFICATES = '/etc/ssl/certs'
const NPM_SETTINGS = `cafile=${CERTIFICATES}/ca-certificates.crt\n`

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(ROOT, '.cache', 'image') },
    suite: { type: 'string', default: 'bookworm' },
    /** `buildah`, or `roots`; without it buildah where it runs. */
    how: { type: 'string' },
    /** A machine that cannot says why, and that is not a fault: for CI. */
    'where-possible': { type: 'boolean', default: false },
  },
})
const obstacle = values['where-possible'] ? whyNotBuilt() : undefined
if (obstacle !== undefined) {
  console.log(`The image is not built here: ${obstacle}`)
  process.exit(0)
}
const out = path.resolve(values.out)

const began = Date.now()
mkdirSync(out, { recursive: true })
const bases = { BUILD_BASE: makeBase('build-base', BUILD_PACKAGES), BASE: makeBase('base', PACKAGES) }
const how = values.how ?? (doesBuildahRun() ? 'buildah' : 'roots')
if (how === 'buildah') buildWithBuildah()
else buildInRoots()
console.log(`Made in ${Math.round((Date.now() - began) / 1000)} s by ${how}.`)

function makeBase(name: string, packages: string): string {
  const tar = path.join(out, `${name}.tar`)
  const sources = ['/etc/apt/sources.list.d/debian.sources'].filter(file => existsSync(file))
  makeBareRoot(tar, { suite: values.suite, packages, sources }, environment())
  return tar
}

/** It may be there and yet not be able to make a mount. */
function doesBuildahRun(): boolean {
  const made = spawnSync('buildah', ['--storage-driver=vfs', 'from', '--name=kippu-probe', 'scratch'])
  if (made.status !== 0) return false
  const mounted = spawnSync('buildah', ['--storage-driver=vfs', 'mount', 'kippu-probe'])
  spawnSync('buildah', ['--storage-driver=vfs', 'rm', 'kippu-probe'])
  return mounted.status === 0
}

function buildWithBuildah(): void {
  for (const [name, tar] of Object.entries(bases)) {
    const tag = `localhost/${name.toLowerCase().replace('_', '-')}`
    run('buildah', ['--storage-driver=vfs', 'from', `--name=${name}`, 'scratch'])
    run('buildah', ['--storage-driver=vfs', 'add', name, tar, '/'])
    run('buildah', ['--storage-driver=vfs', 'commit', '--rm', name, tag])
  }
  const settings = path.join(out, 'npmrc')
  writeFileSync(settings, NPM_SETTINGS)
  run('buildah', [
    '--storage-driver=vfs',
    'bud',
    // The host's network: its registries of packages are named there.
    '--network=host',
    '--isolation=chroot',
    `--volume=${CERTIFICATES}:${CERTIFICATES}:ro`,
    `--volume=${settings}:/root/.npmrc:ro`,
    '--build-arg=BUILD_BASE=localhost/build-base',
    '--build-arg=BASE=localhost/base',
    `--tag=${TAG}`,
    `--file=${path.join(ROOT, 'Containerfile')}`,
    ROOT,
  ])
}

/** Each stage is a folder; its steps run in it as in a container, without one. */
function buildInRoots(): void {
  const roots = new Map<string, string>()
  for (const [index, { name, base, instructions }] of readContainerfile(
    path.join(ROOT, 'Containerfile'),
    bases,
  ).entries()) {
    const root = path.join(out, `root-${name ?? index}`)
    rmSync(root, { recursive: true, force: true })
    mkdirSync(root, { recursive: true })
    run('tar', ['--extract', `--file=${base}`, `--directory=${root}`])
    cpSync('/etc/resolv.conf', path.join(root, 'etc/resolv.conf'), { dereference: true })
    if (name !== null) {
      // Those that are there are links to where they lie on this machine too.
      run('cp', ['-aL', '--remove-destination', `${CERTIFICATES}/.`, path.join(root, CERTIFICATES)])
      writeFileSync(path.join(root, 'root/.npmrc'), NPM_SETTINGS)
    }
    runIn(root, instructions, roots)
    roots.set(name ?? 'image', root)
  }
}

function runIn(root: string, instructions: readonly Instruction[], roots: ReadonlyMap<string, string>): void {
  let folder = '/'
  for (const { word, rest } of instructions) {
    if (word === 'WORKDIR') {
      folder = rest
      mkdirSync(path.join(root, folder), { recursive: true })
    } else if (word === 'COPY') copy(root, path.posix.join(folder, ''), rest, roots)
    else if (word === 'RUN') {
      console.log(`RUN ${rest}`)
      writeFileSync(path.join(root, 'tmp/step.sh'), `set -e\ncd '${folder}'\n${rest}\n`)
      run('chroot', [root, '/bin/sh', '/tmp/step.sh'])
      rmSync(path.join(root, 'tmp/step.sh'))
    }
  }
}

function copy(root: string, folder: string, rest: string, roots: ReadonlyMap<string, string>): void {
  const [, from, source = '.', target = '.'] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest) ?? []
  const to = path.join(root, path.posix.resolve(folder, target))
  mkdirSync(to, { recursive: true })
  if (from !== undefined) {
    run('cp', ['-a', `${path.join(roots.get(from) ?? '', source)}/.`, to])
    return
  }
  // The files that Git has, and nothing that lies about: stricter than .containerignore.
  const packed = spawnSync(
    'sh',
    ['-c', `git -C '${ROOT}' ls-files -z | tar -C '${ROOT}' --null -T - -c | tar -C '${to}' -x`],
    {
      stdio: 'inherit',
    },
  )
  if (packed.status !== 0) throw new Error('the sources could not be copied')
}

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: environment() })
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''}: ${error?.message ?? `exit ${status}`}`)
}

/** Where packages come from is the machine's own affair; all else of its environment stays outside. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) =>
    /proxy|^npm_config_registry$|_CERTS?$|^SSL_/i.test(name),
  )
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    ...Object.fromEntries(kept),
  }
}
