import type { Node } from 'oxc-parser'

import type { Place } from '../syntax.ts'

/** Whether nothing of its function is run after a statement. */
export function isEndOfFunction({ node, parents }: Place): boolean {
  const parent = parents.at(-1)
  if (parent === undefined) return false
  if (/Function/.test(parent.type)) return true
  return isLastOf(parent, node) && isEndOfFunction({ node: parent, parents: parents.slice(0, -1) })
}

function isLastOf(parent: Node, node: Node): boolean {
  if (parent.type === 'BlockStatement') return parent.body.at(-1) === node
  // Cases before the last one fall through to the next.
  if (parent.type === 'SwitchStatement') return parent.cases.at(-1) === node
  if (parent.type === 'SwitchCase') return parent.consequent.at(-1) === node
  return parent.type === 'IfStatement'
}
