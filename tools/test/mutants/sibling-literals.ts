import type { Node } from 'oxc-parser'

import type { Place } from '../syntax.ts'
import type { Edit } from './sql-edits.ts'

interface Named {
  /** The property that the words belong to: `state` in `{ state: 'open' }` and in `order.state === 'open'`. */
  readonly name: string
  readonly value: string
  readonly node: Node
}

/** Each word of a state becomes the next word that its file uses for the same thing; a word without siblings stays. */
export function siblingLiterals(places: readonly Place[]): Edit[] {
  const words = places.flatMap(namedWord)
  const values = Map.groupBy(words, ({ name }) => name)
  return words.flatMap(({ name, value, node }) => {
    const all = [...new Set((values.get(name) ?? []).map(word => word.value))]
    const next = all[(all.indexOf(value) + 1) % all.length]
    return next === undefined || next === value
      ? []
      : [{ operator: 'sibling word', start: node.start, end: node.end, text: `'${next}'` }]
  })
}

function namedWord({ node, parents }: Place): Named[] {
  if (node.type !== 'Literal' || typeof node.value !== 'string') return []
  const name = nameOf(node, parents)
  return name === undefined ? [] : [{ name, value: node.value, node }]
}

function nameOf(node: Node, parents: readonly Node[]): string | undefined {
  const parent = parents.at(-1)
  if (parent?.type === 'Property') return parent.value === node ? lastName(parent.key) : undefined
  if (parent?.type === 'BinaryExpression') return lastName(parent.left === node ? parent.right : parent.left)
  const choice = parents.at(-2)
  if (parent?.type !== 'SwitchCase' || choice?.type !== 'SwitchStatement') return undefined
  // A case that may never happen ends in an error: no test can reach it.
  const steps = choice.cases.slice(choice.cases.indexOf(parent)).flatMap(({ consequent }) => consequent)
  return steps[0]?.type === 'ThrowStatement' ? undefined : lastName(choice.discriminant)
}

function lastName(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' ? lastName(node.property) : undefined
}
