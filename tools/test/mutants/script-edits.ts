import type { Node } from 'oxc-parser'

import { type Place, placesOf } from '../syntax.ts'
import { siblingLiterals } from './sibling-literals.ts'
import { type Edit, sqlEdits } from './sql-edits.ts'

type Operator = (place: Place, source: string) => Omit<Edit, 'operator'>[]

const BOUNDARIES: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const EQUALITIES: Readonly<Record<string, string>> = { '===': '!==', '!==': '===' }
const LOGIC: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' }
/** Calls of a query builder that restrict or lock the rows that are read and written. */
const NARROWING = /^(?:where|whereRef|forUpdate|forNoKeyUpdate|skipLocked|onConflict|distinct)$/
/** Calls that only report, and the places where a test kills the server. */
const TELLING = /^(?:log|logger|console|metrics|tracer|failpoint)$/
/** Without its columns a query is only broken. */
const COLUMNS = /^(?:select|returning|columns|groupBy)$/

const OPERATORS: Readonly<Record<string, Operator>> = {
  'negate condition': ({ node }, source) =>
    node.type === 'IfStatement' || node.type === 'ConditionalExpression'
      ? [{ ...rangeOf(node.test), text: `!(${textOf(node.test, source)})` }]
      : [],
  boundary: ({ node }, source) => swapOperator(node, BOUNDARIES, source),
  equality: ({ node }, source) => swapOperator(node, EQUALITIES, source),
  'and, or': ({ node }, source) => swapOperator(node, LOGIC, source),
  // Within `return await` nothing would change.
  'drop await': ({ node, parents }, source) =>
    node.type === 'AwaitExpression' && parents.at(-1)?.type !== 'ReturnStatement'
      ? [{ ...rangeOf(node), text: textOf(node.argument, source) }]
      : [],
  // A return of nothing goes with its guard.
  'drop return': ({ node }, source) =>
    node.type === 'ReturnStatement' && node.argument !== null && textOf(node.argument, source) !== 'undefined'
      ? [{ ...rangeOf(node), text: `void (${textOf(node.argument, source)})` }]
      : [],
  'drop statement': ({ node }) =>
    node.type === 'ExpressionStatement' ? [{ ...rangeOf(node), text: ';' }] : [],
  'drop guard': ({ node }) =>
    node.type === 'IfStatement' && node.alternate === null && leaves(node.consequent)
      ? [{ ...rangeOf(node), text: ';' }]
      : [],
  'off by one': ({ node }) =>
    node.type === 'Literal' && typeof node.value === 'number' && Number.isSafeInteger(node.value)
      ? [{ ...rangeOf(node), text: String(node.value + 1) }]
      : [],
  'empty array': ({ node, parents }) =>
    node.type === 'ArrayExpression' && node.elements.length > 0 && !isColumns(parents.at(-1))
      ? [{ ...rangeOf(node), text: '[]' }]
      : [],
  'drop SQL condition': ({ node }) =>
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.property.type === 'Identifier' &&
    NARROWING.test(node.callee.property.name)
      ? [{ start: node.callee.object.end, end: node.end, text: '' }]
      : [],
}

/**
 * Every edit of a program. Types, imports, logging, comments and messages of errors are left alone: tests cannot, or
 * should not, notice such changes.
 */
export function scriptEdits(file: string, source: string): Edit[] {
  const places = Array.from(placesOf(file, source)).filter(isWorth)
  const simple = places.flatMap(place =>
    Object.entries(OPERATORS).flatMap(([operator, edits]) =>
      edits(place, source).map(edit => ({ operator, ...edit })),
    ),
  )
  const statements = places.flatMap(({ node }) =>
    node.type === 'TaggedTemplateExpression' && textOf(node.tag, source).startsWith('sql')
      ? sqlEdits(statementOf(node.quasi, source), node.quasi.start + 1)
      : [],
  )
  return [...simple, ...statements, ...siblingLiterals(places)]
}

function isWorth({ node, parents }: Place): boolean {
  return ![...parents, node].some(
    one => isType(one) || isModuleText(one) || isTold(one) || one.type === 'ThrowStatement',
  )
}

/** Calls that only report, and choices between such statements: tests cannot, or should not, notice what becomes of them. */
function isTold(node: Node): boolean {
  if (node.type === 'ExpressionStatement') return isTold(node.expression)
  if (node.type === 'AwaitExpression') return isTold(node.argument)
  if (node.type === 'BlockStatement') return node.body.length > 0 && node.body.every(isTold)
  if (node.type === 'IfStatement')
    return isTold(node.consequent) && (node.alternate === null || isTold(node.alternate))
  return node.type === 'CallExpression' && namesOf(node.callee).some(name => TELLING.test(name))
}

/** `deps`, `log` and `warn` of `deps.log.warn`. */
function namesOf(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name]
  return node.type === 'MemberExpression' ? [...namesOf(node.object), ...namesOf(node.property)] : []
}

function isType({ type }: Node): boolean {
  return type.startsWith('TS') && type !== 'TSAsExpression' && type !== 'TSSatisfiesExpression'
}

/** `import … from` and `export … from`. */
function isModuleText(node: Node): boolean {
  if (node.type === 'ExportNamedDeclaration') return node.declaration === null
  return node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration'
}

function isColumns(node: Node | undefined): boolean {
  return node?.type === 'CallExpression' && COLUMNS.test(namesOf(node.callee).at(-1) ?? '')
}

function leaves(node: Node): boolean {
  const last = node.type === 'BlockStatement' ? node.body.at(-1) : node
  return ['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'].includes(
    last?.type ?? '',
  )
}

function swapOperator(
  node: Node,
  others: Readonly<Record<string, string>>,
  source: string,
): Omit<Edit, 'operator'>[] {
  if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return []
  const other = others[node.operator]
  const from = node.left.end
  const at = source.indexOf(node.operator, from)
  return other === undefined ? [] : [{ start: at, end: at + node.operator.length, text: other }]
}

function rangeOf({ start, end }: Node): { readonly start: number; readonly end: number } {
  return { start, end }
}

function textOf(node: Node, source: string): string {
  return source.slice(node.start, node.end)
}

/** The text of a template between its quotes, with a word of the same length for each of its expressions. */
function statementOf(template: Node & { readonly type: 'TemplateLiteral' }, source: string): string {
  const [start, end] = [template.start + 1, template.end - 1]
  return template.expressions.reduce(
    (text, one) => {
      const [from, to] = [one.start - start, one.end - start]
      return text.slice(0, from) + 'x'.repeat(to - from) + text.slice(to)
    },
    source.slice(start, end),
  )
}
