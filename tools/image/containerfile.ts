import { readFileSync } from 'node:fs'

export interface Instruction {
  readonly word: string
  readonly rest: string
}

export interface Stage {
  /** The name behind `AS`; null without one. */
  readonly name: string | null
  /** The image that stands for its base. */
  readonly base: string
  readonly instructions: readonly Instruction[]
}

/**
 * The stages of a Containerfile. It knows what ours needs: one line an instruction, and arguments of the build in `FROM` alone.
 * @throws for a base that no argument names.
 */
export function readContainerfile(file: string, args: Readonly<Record<string, string>>): readonly Stage[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
    .map(line => {
      const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
      if (word === '') throw new Error(`${file}: this line is not an instruction: ${line}`)
      return { word, rest }
    })
  const stages: Array<{ name: string | null; base: string; instructions: Instruction[] }> = []
  for (const { word, rest } of lines) {
    const stage = stages.at(-1)
    if (word === 'FROM') stages.push({ ...stageOf(file, rest, args), instructions: [] })
    else if (stage !== undefined) stage.instructions.push({ word, rest })
  }
  return stages
}

function stageOf(
  file: string,
  rest: string,
  args: Readonly<Record<string, string>>,
): { readonly name: string | null; readonly base: string } {
  const [, arg = '', name] = /^\$\{(\w+)\}(?: AS (\w+))?$/.exec(rest) ?? []
  const base = args[arg]
  if (base === undefined) throw new Error(`${file}: no base is given for ${rest}`)
  return { name: name ?? null, base }
}
