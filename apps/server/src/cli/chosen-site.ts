import { worksAt } from '../staff/actor.ts'
import { type CommandDeps, UsageError } from './command.ts'

/** The site that somebody typed. @throws UsageError when there is none of this key, or they do not work there. */
export function chosenSite(
  { sites, actor }: Pick<CommandDeps, 'sites' | 'actor'>,
  typed: string | undefined,
): string {
  if (typed === undefined) throw new UsageError('name a site')
  if (!sites.all.some(({ key }) => key === typed)) throw new UsageError(`there is no site ${typed}`)
  if (!worksAt(actor, typed)) throw new UsageError(`${actor.name} does not work at ${typed}`)
  return typed
}
