import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Where visitors, containers and the mail server meet: an address of the drill's own network (RFC 5737). */
export const ADDRESS = '203.0.113.10'
const HERE = import.meta.dirname
/** The engine's own timers are those of systemd, which is not there. */
const HEALTH_EVERY_MS = 2_000

/** A bare Debian with an engine of containers, in namespaces of its own. */
export interface Machine {
  readonly root: string
  /** Runs lines of bash in the folder. @throws with what they wrote when they fail. */
  sh(folder: string, lines: string): Promise<string>
  stop(): Promise<void>
}

/** @param root the folder of its root, @param ready a file that is not there yet. */
export async function startMachine(root: string, ready: string): Promise<Machine> {
  net('link', 'set', 'lo', 'up')
  net('link', 'add', 'drill0', 'type', 'bridge')
  net('address', 'add', `${ADDRESS}/24`, 'dev', 'drill0')
  net('link', 'set', 'drill0', 'up')
  net('route', 'add', 'default', 'via', ADDRESS.replace(/\d+$/, '1'))
  mkdirSync(path.join(root, 'etc/containers'), { recursive: true })
  copyFileSync(path.join(HERE, 'containers.conf'), path.join(root, 'etc/containers/containers.conf'))
  const holder = spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      '--uts',
      '--ipc',
      'sh',
      path.join(HERE, 'machine.sh'),
      root,
      ready,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  while (!existsSync(ready)) {
    if (holder.exitCode !== null) throw new Error('the machine did not start')
    await delay(20)
  }
  const first = firstProcessOf(holder)
  const inside = (lines: string): readonly string[] => [
    `--target=${first}`,
    '--mount',
    '--pid',
    '--ipc',
    '--uts',
    '--root',
    '--wd',
    '--',
    'bash',
    '-euo',
    'pipefail',
    '-c',
    lines,
  ]
  const health = askHealth(inside)
  return {
    root,
    sh: async (folder, lines) => {
      const { stdout } = await execute('nsenter', inside(`cd '${folder}'\n${lines}`), {
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', LANG: 'C.UTF-8' },
      })
      return stdout
    },
    stop: async () => {
      health.kill()
      const ended = once(holder, 'exit')
      holder.kill('SIGKILL')
      await ended
    },
  }
}

/** Asks each container the question of `compose.yaml`, as systemd's timers do on a machine that has them. */
function askHealth(inside: (lines: string) => readonly string[]): ChildProcess {
  const round =
    'for one in $(podman ps --quiet); do podman healthcheck run "$one" >/dev/null 2>&1 || true; done'
  return spawn('nsenter', inside(`while true; do ${round}; sleep ${HEALTH_EVERY_MS / 1000}; done`), {
    stdio: 'ignore',
  })
}

/** The first process of the machine: the one whose namespaces are the machine's. */
function firstProcessOf({ pid }: ChildProcess): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
}

function net(...words: readonly string[]): void {
  const { status, stderr } = spawnSync('ip', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${stderr}`)
}
