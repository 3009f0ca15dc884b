import os from 'node:os'

export interface Machine {
  readonly processor: string
  readonly cores: number
  /** GiB. */
  readonly memory: number
  readonly kernel: string
  readonly node: string
}

/** The properties that the numbers depend on; nothing identifies the machine. */
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

/** Average number of programs that wanted a core over the last minute, including ours. */
export function loadAverage(): number {
  return Math.round((os.loadavg()[0] ?? 0) * 100) / 100
}
