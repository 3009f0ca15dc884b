import type { Node } from 'oxc-parser'

import type { Place } from '../syntax.ts'

/** Calls that only report, and the places where a test kills the server. */
const TELLING = /^(?:log|logger|console|metrics|tracer|failpoint)$/

/**
 * Nodes that serve reports and failpoints alone: calls of them, variables that are used in nothing else, and choices between
 * such statements. Tests cannot, or should not, notice what becomes of them.
 */
export function nodesThatOnlyTell(places: readonly Place[]): ReadonlySet<Node> {
  const calls = new Set(places.filter(({ node }) => isTelling(node)).map(({ node }) => node))
  const isWithin = ({ node, parents }: Place): boolean => [...parents, node].some(one => calls.has(one))
  const told = new Set(
    places.filter(place => isToldVariable(place, places, isWithin)).map(({ node }) => node),
  )
  const isTold = (node: Node): boolean => {
    if (node.type === 'ExpressionStatement') return isTold(node.expression)
    if (node.type === 'AwaitExpression') return isTold(node.argument)
    if (node.type === 'BlockStatement') return node.body.length > 0 && node.body.every(isTold)
    if (node.type === 'VariableDeclaration') return node.declarations.every(one => told.has(one))
    if (node.type === 'IfStatement')
      return isTold(node.consequent) && (node.alternate === null || isTold(node.alternate))
    return calls.has(node)
  }
  return new Set([...told, ...places.map(({ node }) => node).filter(isTold)])
}

function isTelling(node: Node): boolean {
  return node.type === 'CallExpression' && namesOf(node.callee).some(name => TELLING.test(name))
}

/** `const level = isBad ? 'error' : 'warn'`, where `level` is then only reported. */
function isToldVariable(
  { node, parents }: Place,
  places: readonly Place[],
  isWithinTelling: (place: Place) => boolean,
): boolean {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return false
  const { id } = node
  const around = parents.findLast(({ type }) => /Function/.test(type))
  const within = places.filter(place => around === undefined || place.parents.includes(around))
  const uses = within.filter(
    use => use.node.type === 'Identifier' && use.node.name === id.name && use.node !== id,
  )
  const isComputed = within.some(
    place => place.parents.includes(node) && /^(?:Call|Await|New)Expression$/.test(place.node.type),
  )
  return !isComputed && uses.length > 0 && uses.every(isWithinTelling)
}

/** `deps`, `log` and `warn` of `deps.log.warn`. */
export function namesOf(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name]
  return node.type === 'MemberExpression' ? [...namesOf(node.object), ...namesOf(node.property)] : []
}
