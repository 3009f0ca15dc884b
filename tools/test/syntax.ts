import { readFileSync } from 'node:fs'

import { type Node, parseSync, visitorKeys } from 'oxc-parser'

export interface Place {
  readonly node: Node
  /** From the file's program down to the node's own parent. */
  readonly parents: readonly Node[]
}

/** Every node of a file's syntax tree, each before its children. Throws when the file does not parse. */
export function* placesOf(file: string, source: string = readFileSync(file, 'utf8')): Generator<Place> {
  const { program, errors } = parseSync(file, source)
  const [error] = errors
  if (error !== undefined) throw new Error(`${file}: ${error.message}`)
  yield* walk({ node: program, parents: [] })
}

function* walk(place: Place): Generator<Place> {
  yield place
  const parents = [...place.parents, place.node]
  for (const node of childrenOf(place.node)) yield* walk({ node, parents })
}

function childrenOf(node: Node): Node[] {
  const fields = new Map<string, unknown>(Object.entries(node))
  return (visitorKeys[node.type] ?? []).flatMap(key => [fields.get(key)].flat().filter(isNode))
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
