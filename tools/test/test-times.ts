import { type StepTime } from './run-steps.ts'
import { type FileTime, slowest } from './test-reports.ts'

const SHOWN_FILES = 20

interface TestTimes {
  /** From the first step to the end of the last. */
  readonly seconds: number
  readonly steps: readonly StepTime[]
  readonly files: readonly FileTime[]
}

/**
 * The summary for a person at the end of `npm test`. A step that was slow because the machine was busy shows it: the cores that
 * everybody used are more than its own seconds say, or the host gave cores to others.
 */
export function timesTable({ seconds, steps, files }: TestTimes): string {
  return [
    'Where the time went (seconds; processor seconds of the step; cores used by all programs, and given to other machines; load):',
    ...steps.map(({ title, seconds: wall, cpuSeconds, machine }) =>
      [
        amount(wall),
        amount(cpuSeconds),
        amount(machine.coresUsed),
        amount(machine.coresStolen),
        amount(machine.loadAverage),
        ` ${title}`,
      ].join(''),
    ),
    `${amount(seconds)}  in all`,
    ...(files.length === 0 ? [] : ['', 'The slowest test files, in seconds:']),
    ...slowest(files, SHOWN_FILES).map(file => `${amount(file.seconds)}  ${file.file}`),
  ].join('\n')
}

function amount(value: number | undefined): string {
  return (value?.toFixed(1) ?? '-').padStart(8)
}
