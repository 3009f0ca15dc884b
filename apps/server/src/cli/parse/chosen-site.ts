import { type CommandDeps, UsageError } from '../command.ts'

/** The site that somebody typed. @throws UsageError when there is none of this key. */
export function chosenSite({ sites }: Pick<CommandDeps, 'sites'>, typed: string | undefined): string {
  if (typed === undefined) throw new UsageError('name a site')
  if (!sites.all.some(({ key }) => key === typed)) throw new UsageError(`there is no site ${typed}`)
  return typed
}
