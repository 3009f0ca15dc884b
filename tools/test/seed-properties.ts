import fc from 'fast-check'

/** Read by every project with property tests before each of its files. */
fc.configureGlobal(propertySeed(process.env))

/**
 * How property tests take their seed: a new one at each run, or the one that `FC_SEED` names, which repeats a run. A
 * property that fails says how to repeat it.
 *
 * @throws when `FC_SEED` is not a whole number.
 */
export function propertySeed(environment: Readonly<Record<string, string | undefined>>): fc.GlobalParameters {
  const { FC_SEED: typed } = environment
  if (typed !== undefined && !/^-?\d+$/.test(typed))
    throw new Error(`FC_SEED is not a whole number: ${typed}`)
  return { ...(typed !== undefined && { seed: Number(typed) }), reporter: report }
}

function report<Values>(run: fc.RunDetails<Values>): void {
  const message = fc.defaultReportMessage(run)
  if (message === undefined) return
  throw new Error(`${message}\n\nThe same run again: FC_SEED=${run.seed} npx vitest run …`, {
    cause: run.errorInstance,
  })
}
