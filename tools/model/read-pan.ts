/** The report of the program that `spin` makes of the model (`pan`), at its end. */
export interface SearchReport {
  readonly states: number
  /** Steps of the longest run. */
  readonly depth: number
  readonly seconds: number
  readonly errors: number
  /** It has found a run that goes on for ever. */
  readonly hasCycle: boolean
  /** Why it says nothing about the states that it has not reached. */
  readonly isCutOff: 'depth' | 'memory' | undefined
}

/** @throws when `pan` ended without a report. */
export function readReport(output: string): SearchReport {
  return {
    states: numberIn(output, /^\s*(\S+) states, stored/m),
    depth: numberIn(output, /depth reached (\d+)/),
    seconds: numberIn(output, /^pan: elapsed time (\S+) seconds/m),
    errors: numberIn(output, /errors: (\d+)/),
    hasCycle: /^pan:\d+: non-progress cycle/m.test(output),
    isCutOff: cutOff(output),
  }
}

function cutOff(output: string): SearchReport['isCutOff'] {
  if (output.includes('max search depth too small')) return 'depth'
  return output.includes('reached -DMEMLIM bound') || output.includes('out of memory') ? 'memory' : undefined
}

function numberIn(output: string, pattern: RegExp): number {
  const found = Number(pattern.exec(output)?.[1])
  if (Number.isNaN(found)) throw new Error(`pan ended without a report:\n${output.trim()}`)
  return found
}

/** The run that breaks a property, as `spin` tells it again. */
export interface Trail {
  /** One line a step, in the words of the model. */
  readonly steps: readonly string[]
  /** The property that breaks at its end, if the model names it. */
  readonly broken: string | undefined
}

const BROKEN = 'broken: '

export function readTrail(output: string): Trail {
  const said = output.split('\n').map(line => line.trim())
  const end = said.findIndex(line => line.startsWith('spin:') || line.startsWith('#processes'))
  const lines = (end === -1 ? said : said.slice(0, end)).filter(line => line !== '')
  const last = lines.at(-1)
  return last?.startsWith(BROKEN) === true
    ? { steps: lines.slice(0, -1), broken: last.slice(BROKEN.length) }
    : { steps: lines, broken: undefined }
}
