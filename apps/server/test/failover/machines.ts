import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'

/** One machine of a network of them, as a namespace; the drill itself is the machine in front of all. */
export interface Machine {
  readonly name: string
  readonly address: string
  /** A command line that becomes the one behind it, on this machine. */
  readonly within: readonly string[]
  /** Starts a program. @param account of the machine, else root. @param log to which it writes all that it says. */
  run(command: readonly string[], options: { readonly log: string; readonly account?: string }): ChildProcess
  /** All its programs die at once. */
  kill(): Promise<void>
  /** Nothing comes to it and nothing leaves it, or again. */
  cutOff(isOff: boolean): void
  /** Whatever it answers to the other one is lost, or arrives again. */
  loseAnswersTo(other: Machine, isLost: boolean): void
}

const BRIDGE = 'kippu0'
/** Of the machine in front, as the files in docs/scaling have all of them. */
export const FRONT_ADDRESS = '10.89.40.1'

/** The network in which machines are connected. Needs a network namespace of its own: `tools/drills/own-network.sh`. */
export function connectMachines(addresses: Readonly<Record<string, string>>): readonly Machine[] {
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('addr', 'add', `${FRONT_ADDRESS}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  return Object.entries(addresses).map(([name, address]) => connect(name, address))
}

function connect(name: string, address: string): Machine {
  const port = `to-${name}`
  ip('netns', 'add', name)
  ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('link', 'set', port, 'master', BRIDGE, 'up')
  ip('-n', name, 'link', 'set', 'lo', 'up')
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  ip('-n', name, 'link', 'set', 'eth0', 'up')
  const within = ['ip', 'netns', 'exec', name]
  const running = new Set<Promise<unknown>>()
  return {
    name,
    address,
    within,
    run: (command, { log, account }) => {
      const become =
        account === undefined
          ? []
          : ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--init-groups', '--']
      const output = openSync(log, 'a')
      const [program = '', ...words] = [...within, ...become, ...command]
      const child = spawn(program, words, { cwd: '/', stdio: ['ignore', output, output] })
      closeSync(output)
      const ended = once(child, 'exit').finally(() => running.delete(ended))
      running.add(ended)
      return child
    },
    kill: async () => {
      for (const pid of ip('netns', 'pids', name).split('\n').filter(Boolean)) kill(Number(pid))
      await Promise.all(running)
    },
    cutOff: isOff => void ip('link', 'set', port, isOff ? 'down' : 'up'),
    loseAnswersTo: (other, isLost) =>
      void ip('-n', name, 'route', isLost ? 'add' : 'del', 'blackhole', `${other.address}/32`),
  }
}

/** It may have ended with its parent. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function ip(...words: readonly string[]): string {
  return execFileSync('ip', words, { encoding: 'utf8' })
}
