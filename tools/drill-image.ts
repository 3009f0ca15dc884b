import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { claimPort } from './claim-ports.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { ROOT } from './run-steps.ts'
import { untilReady } from './stack-parts.ts'

/**
 * Makes the image and starts the store in it, as nobody and on a file system that cannot be written to: says how large it is, how soon
 * it is ready, and what memory it takes. Needs root, and what `tools/build-image.ts` needs.
 */

const OUT = path.join(ROOT, '.cache', 'image')
/** The folder that `--how roots` leaves. */
const ROOT_OF_STEPS = path.join(OUT, 'root-1')
const CONTAINER = 'kippu-drill'
const NOBODY = 10_001
/** Several times what an idle machine takes. */
const READY_WITHIN_MS = 120_000
const MOST_MODULES_MB = 250

const { values } = parseArgs({
  /** The image that was made last is drilled as it is. */
  options: { made: { type: 'boolean', default: false } },
})
if (!values.made) run('node', ['tools/build-image.ts', '--out', OUT])
const root = imageRoot()
const folder = mkdtempSync(path.join(tmpdir(), 'kippu-image-'))
const database = await startEmbeddedDatabase({ dataDir: folder })
const [port, statusPort] = [await claimPort(), await claimPort()]
const began = performance.now()
const store = startIn(root, ['apps/server/src/main.ts'], {
  PORT: String(port),
  STATUS_PORT: String(statusPort),
  DATABASE_URL_FILE: secretFile(root, database.url),
})
try {
  await untilReady(`http://127.0.0.1:${port}`, 'The image', () => store.exitCode !== null, READY_WITHIN_MS)
  if (store.exitCode !== null) throw new Error('the store ended at its start')
  const readyMs = Math.round(performance.now() - began)
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { host: 'tickets.example.com' } })
  if (page.status !== 200) throw new Error(`the first page answers ${page.status}`)
  const modules = megabytesOf(path.join(root, 'kippu/node_modules'))
  const figures = {
    image_mb: megabytesOf(root),
    store_mb: megabytesOf(path.join(root, 'kippu')),
    modules_mb: modules,
    ready_ms: readyMs,
    resident_mb: residentMb(await metricsOf(statusPort)),
    first_page_bytes: (await page.text()).length,
  }
  console.log(JSON.stringify(figures, null, 2))
  if (modules > MOST_MODULES_MB)
    throw new Error(`node_modules are ${modules} MB, more than ${MOST_MODULES_MB}`)
} finally {
  const ended = store.exitCode === null ? once(store, 'exit') : Promise.resolve()
  store.kill('SIGTERM')
  await ended
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
  if (root !== ROOT_OF_STEPS) buildah('rm', CONTAINER)
}

/** The folder of the image: that of the last stage, or where buildah mounts it. */
function imageRoot(): string {
  if (existsSync(ROOT_OF_STEPS)) return ROOT_OF_STEPS
  buildah('from', `--name=${CONTAINER}`, 'localhost/kippu')
  return buildah('mount', CONTAINER)
}

function buildah(...words: readonly string[]): string {
  return execFileSync('buildah', ['--storage-driver=vfs', ...words], { encoding: 'utf8' }).trim()
}

/** In a mount namespace of its own: the root read-only, and a /tmp in memory. */
function startIn(
  image: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): ChildProcess {
  const script = [
    `mount --bind '${image}' '${image}'`,
    `mount -o remount,ro,bind '${image}'`,
    `mount -t tmpfs -o mode=1777,size=64m tmpfs '${image}/tmp'`,
    `mount --bind /proc '${image}/proc'`,
    `mount --bind /dev '${image}/dev'`,
    `exec chroot --userspec=${NOBODY}:${NOBODY} '${image}' /bin/sh -c 'cd /kippu && exec /kippu/node "$@"' sh ${args.join(' ')}`,
  ].join(' && ')
  return spawn('unshare', ['--mount', '/bin/sh', '-c', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATA_DIR: '/tmp',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'warn',
      SECRET_KEY: 'a secret of a drill, for nobody else',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'tickets@example.com',
      SITE_KEY: 'demo',
      SITE_HOSTS: 'demo=tickets.example.com',
      ALLOW_DEMO_SITE: 'yes',
      ALLOW_NO_PAYMENTS: 'yes',
      ...variables,
    },
  })
}

/** As an engine hands a secret over. */
function secretFile(image: string, secret: string): string {
  const name = '/run/database_url'
  writeFileSync(path.join(image, name), secret, { mode: 0o444 })
  return name
}

async function metricsOf(statusPort: number): Promise<string> {
  return (await fetch(`http://127.0.0.1:${statusPort}/metrics`)).text()
}

function residentMb(metrics: string): number {
  return Math.round(Number(/^kippu_process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1] ?? 0) / 1_000_000)
}

function megabytesOf(place: string): number {
  return Number(execFileSync('du', ['-sm', '--one-file-system', place], { encoding: 'utf8' }).split('\t')[0])
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: exit ${status}`)
}
