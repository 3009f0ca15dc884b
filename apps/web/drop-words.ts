import { parseSync, Visitor } from 'vite'
import type { ESTree, Plugin } from 'vite'

/** Actions of valibot that check nothing: they tell developers of clients what a value means. */
const WORDS: ReadonlySet<string> = new Set(['description', 'examples', 'metadata', 'title'])
/** The same of a call. */
const CALL_WORDS: ReadonlySet<string> = new Set(['description', 'summary'])

/** The words of the contract, which the OpenAPI document is made of, stay out of what a browser loads. */
export const dropWords: Plugin = {
  name: 'drop-words',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]packages[\\/]contract[\\/]src[\\/][\w-]+\.ts$/ },
    handler: (code, id) => ({ code: withoutWords(id, code), map: null }),
  },
}

interface Range {
  readonly start: number
  readonly end: number
}

/**
 * The source of a module of the contract without them: a pipe without its words, or the schema alone where nothing else is left of the pipe; a
 * call without its texts. Throws for words that stand anywhere else, because they would be built in.
 */
export function withoutWords(file: string, code: string): string {
  const { program, errors } = parseSync(file, code)
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`)
  const dropped: Range[] = []
  const words = new Set<number>()
  const inPipes = new Set<number>()
  new Visitor({
    CallExpression: node => {
      const { callee, arguments: args } = node
      if (callee.type === 'Identifier' && callee.name === 'call') dropped.push(...callWords(args[0]))
      const action = actionOf(callee)
      if (action !== undefined && WORDS.has(action)) words.add(node.start)
      if (action !== 'pipe') return
      const [schema, ...actions] = args
      if (schema === undefined) return
      const isWord = actions.map(
        item => item.type === 'CallExpression' && WORDS.has(actionOf(item.callee) ?? ''),
      )
      actions.forEach((item, at) => isWord[at] === true && inPipes.add(item.start))
      if (isWord.every(Boolean))
        dropped.push({ start: node.start, end: schema.start }, { start: schema.end, end: node.end })
      else
        for (const [at, item] of actions.entries())
          if (isWord[at] === true) dropped.push({ start: args[at]?.end ?? item.start, end: item.end })
    },
  }).visit(program)
  const stray = [...words].find(start => !inPipes.has(start))
  if (stray !== undefined)
    throw new Error(`${file}: words outside a pipe: ${code.slice(stray).split('\n')[0] ?? ''}`)
  return dropped
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code)
}

/** `pipe` of `v.pipe`. */
function actionOf(callee: ESTree.Expression): string | undefined {
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined
  return callee.object.type === 'Identifier' && callee.object.name === 'v' ? callee.property.name : undefined
}

/** The texts of what is declared by `call({ … })`, each with the comma before it. */
function callWords(definition: ESTree.Argument | undefined): Range[] {
  if (definition?.type !== 'ObjectExpression') return []
  return definition.properties.flatMap((property, at) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    if (!CALL_WORDS.has(property.key.name)) return []
    const before = definition.properties[at - 1]
    if (before === undefined) throw new Error('a call begins with its method or with another call')
    return [{ start: before.end, end: property.end }]
  })
}
