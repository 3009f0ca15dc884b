import os from 'node:os'

export interface Machine {
  readonly processor: string
  readonly cores: number
  /** GiB. */
  readonly memory: number
  readonly kernel: string
  readonly node: string
}

/** What numbers depend on; nothing that names the machine. */
export function describeMachine(): Machine {
  const cores = os.cpus()
  return {
    processor: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memory: Math.round(os.totalmem() / 2 ** 30),
    kernel: `${os.type()} ${/^[\d.]*/.exec(os.release())?.[0] ?? ''}`,
    node: process.version,
  }
}

/** How many programs wanted a core over the last minute, ours included. */
export function loadAverage(): number {
  return Math.round((os.loadavg()[0] ?? 0) * 100) / 100
}
