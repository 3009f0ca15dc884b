import type { CommandArguments, Report } from './command.ts'

interface Asked {
  /** The plan, or why it is refused; nothing is done by it. */
  readonly plan: () => Promise<Report>
  readonly word: string
  readonly run: () => Promise<Report>
}

/** Does something that nobody takes back: at once with `--yes`, else after its plan is read. */
export async function askFirst(typed: CommandArguments, { plan, word, run }: Asked): Promise<Report> {
  if (typed.isSet('yes')) return run()
  const report = await plan()
  return report.isFailure === true ? report : { ...report, confirm: { word, run } }
}
