import { globSync } from 'node:fs'
import path from 'node:path'

import type { Call } from '@kippu/contract/call'
import { CALLS } from '@kippu/contract/calls'
import { COMMON_ERRORS, type ErrorCode, isErrorCode } from '@kippu/contract/errors'
import type { Node } from 'oxc-parser'

import { placesOf } from '../test/syntax.ts'

const SERVER = 'apps/server/src/**/*.ts'
/** The server's answers to paths and methods that no call has. */
const WITHOUT_A_CALL: readonly ErrorCode[] = ['not_found', 'method_not_allowed']

/**
 * Error codes that a visitor can get: a call of the contract lists them, and product code of the server under `root`
 * refuses with them.
 */
export function findAnsweredCodes(root: string): Set<ErrorCode> {
  const calls = Object.values<Call>(CALLS).flatMap(({ errors }) => errors)
  const refused = findRefusedCodes(root)
  return new Set([...COMMON_ERRORS, ...WITHOUT_A_CALL, ...calls].filter(code => refused.has(code)))
}

/**
 * Error codes that product code of the server refuses with: in `refuse(…)`, or as a value of a table of refusals. A
 * code that is only compared with, or occurs in a type, does not count.
 */
export function findRefusedCodes(root: string): Set<ErrorCode> {
  const files = globSync(SERVER, { cwd: root }).filter(file => !file.endsWith('.test.ts'))
  return new Set(files.flatMap(file => codesRefusedIn(path.join(root, file))))
}

function codesRefusedIn(file: string): ErrorCode[] {
  return Array.from(placesOf(file)).flatMap(({ node, parents }) =>
    node.type === 'Literal' && isErrorCode(node.value) && isAnswer(node, parents) ? [node.value] : [],
  )
}

const ONLY_CHOOSE: readonly Node['type'][] = [
  'ConditionalExpression',
  'LogicalExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
]

/** Looks up through expressions that only choose between values: `refuse(isOver ? 'one' : 'other')`. */
function isAnswer(node: Node, parents: readonly Node[]): boolean {
  const parent = parents.at(-1)
  if (parent === undefined) return false
  if (parent.type === 'CallExpression') return isRefuse(parent.callee) && parent.arguments[0] === node
  if (parent.type === 'Property') return parent.value === node
  if (parent.type === 'ConditionalExpression' && parent.test === node) return false
  return ONLY_CHOOSE.includes(parent.type) && isAnswer(parent, parents.slice(0, -1))
}

function isRefuse(callee: Node): boolean {
  return callee.type === 'Identifier' && callee.name === 'refuse'
}
