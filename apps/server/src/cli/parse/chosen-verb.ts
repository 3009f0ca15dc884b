import { type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'

/** One of the things that a command does; `words` are those behind its name. */
export type Verb = (deps: CommandDeps, typed: CommandArguments, words: readonly string[]) => Promise<Report>

/**
 * The verb that somebody typed, bound to the words behind it. Without one of the names, it is `usual` with all words, where the command has one.
 * @throws UsageError
 */
export function chosenVerb(
  command: string,
  verbs: ReadonlyMap<string, Verb>,
  { positionals: [word = '', ...words] }: CommandArguments,
  usual?: Verb,
): (deps: CommandDeps, typed: CommandArguments) => Promise<Report> {
  const verb = verbs.get(word)
  if (verb !== undefined) return (deps, typed) => verb(deps, typed, words)
  if (usual !== undefined) return (deps, typed) => usual(deps, typed, typed.positionals)
  throw new UsageError(`${command} takes one of ${[...verbs.keys()].join(', ')}, and a site`)
}
