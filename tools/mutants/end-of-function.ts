import type { Node } from 'oxc-parser'

import type { Place } from '../syntax.ts'

/** Whether nothing of its function is run after a statement. */
export function isEndOfFunction({ node, parents }: Place): boolean {
  const parent = parents.at(-1)
  if (parent === undefined) return false
  const above = { node: parent, parents: parents.slice(0, -1) }
  switch (parent.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return true
    case 'BlockStatement':
      return parent.body.at(-1) === node && isEndOfFunction(above)
    case 'IfStatement':
    case 'SwitchStatement':
      return isLastCase(node, parent) && isEndOfFunction(above)
    case 'SwitchCase':
      return parent.consequent.at(-1) === node && isEndOfFunction(above)
    default:
      return false
  }
}

/** Cases before the last one fall through to the next. */
function isLastCase(node: Node, parent: Node): boolean {
  return parent.type !== 'SwitchStatement' || parent.cases.at(-1) === node
}
