import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { Node } from 'oxc-parser'

import { placesOf } from '../test/syntax.ts'

const SOURCES = 'apps/web/src/**/*.tsx'
const TEST = /\.test\.tsx$/

/** The part of the page that a child of an element may become. */
interface Shown {
  /** Words of its own, without an element around them. */
  readonly isText: boolean
  /** It may come, go, or read differently while its parent stays. */
  readonly isChanging: boolean
}

const ELEMENT: Shown = { isText: false, isChanging: false }
const STILL_TEXT: Shown = { isText: true, isChanging: false }
const TEXT: Shown = { isText: true, isChanging: true }

/**
 * Bare text of the web app that a browser's translator breaks. A translator replaces text by elements of its own, and React knows the text
 * only: it can then write no new words into it, take it away, or put anything before it. Alone in its element, text is safe. Beside others it
 * is not if it changes, or if something before it does.
 */
export function findBareText(root: string): string[] {
  const files = globSync(SOURCES, { cwd: root }).filter(file => !TEST.test(file))
  return files.toSorted().flatMap(file => {
    const source = readFileSync(path.join(root, file), 'utf8')
    const places = [...placesOf(file, source)]
    const elements = new Set(places.flatMap(({ node }) => nameOfElement(node)))
    return places.flatMap(({ node }) => {
      const bare = bareIn(node, elements)
      if (bare === undefined) return []
      const line = source.slice(0, bare.start).split('\n').length
      return [
        `${file}:${line}: bare text beside what changes; give it an element, or put all of it into one string`,
      ]
    })
  })
}

function bareIn(parent: Node, elements: ReadonlySet<string>): Node | undefined {
  if (parent.type !== 'JSXElement' && parent.type !== 'JSXFragment') return undefined
  const children = parent.children.filter(isShown)
  // Children of a fragment stand beside the siblings of the fragment.
  if (children.length < 2 && parent.type === 'JSXElement') return undefined
  let isAfterChange = false
  return children.find(child => {
    const { isText, isChanging } = shownBy(child, elements)
    const isBare = isText && (isChanging || isAfterChange)
    isAfterChange ||= isChanging
    return isBare
  })
}

/** JSX drops blanks with a line break in them, and comments. */
function isShown(child: Node): boolean {
  if (child.type === 'JSXText') return !(/^\s*$/.test(child.value) && child.value.includes('\n'))
  return child.type !== 'JSXExpressionContainer' || child.expression.type !== 'JSXEmptyExpression'
}

function shownBy(node: Node, elements: ReadonlySet<string>): Shown {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return ELEMENT
  // A translator leaves blanks alone.
  if (node.type === 'JSXText' || node.type === 'Literal')
    return typeof node.value === 'string' && node.value.trim() !== '' ? STILL_TEXT : ELEMENT
  if (node.type === 'JSXExpressionContainer' || node.type === 'ParenthesizedExpression')
    return shownBy(node.expression, elements)
  if (node.type === 'ConditionalExpression')
    return either(shownBy(node.consequent, elements), shownBy(node.alternate, elements))
  if (node.type === 'LogicalExpression') {
    const right = shownBy(node.right, elements)
    return either(node.operator === '&&' ? ELEMENT : shownBy(node.left, elements), right)
  }
  if (node.type === 'CallExpression') return shownByCall(node, elements)
  const name = node.type === 'MemberExpression' ? node.property : node
  return name.type === 'Identifier' && elements.has(name.name) ? { ...ELEMENT, isChanging: true } : TEXT
}

function either(one: Shown, other: Shown): Shown {
  return { isText: one.isText || other.isText, isChanging: true }
}

/** `t('key')` reads the same as long as the page lives; a list shows what its function returns. */
function shownByCall(
  { callee, arguments: given }: Extract<Node, { readonly type: 'CallExpression' }>,
  elements: ReadonlySet<string>,
): Shown {
  if (
    callee.type === 'Identifier' &&
    callee.name === 't' &&
    given[0]?.type === 'Literal' &&
    given.length === 1
  )
    return STILL_TEXT
  const returned = given.flatMap(argument => resultOf(argument))
  if (returned.length > 0)
    return { isText: returned.some(node => shownBy(node, elements).isText), isChanging: true }
  return shownBy(callee, elements)
}

/** The value of a function that is one expression, or ends in one. */
function resultOf(node: Node): readonly Node[] {
  if (node.type !== 'ArrowFunctionExpression') return []
  if (node.body.type !== 'BlockStatement') return [node.body]
  return node.body.body.flatMap(statement =>
    statement.type === 'ReturnStatement' && statement.argument !== null ? [statement.argument] : [],
  )
}

/** A name whose value is an element, by its type or by what is assigned to it. */
function nameOfElement(node: Node): string[] {
  if (node.type === 'TSPropertySignature')
    return node.key.type === 'Identifier' && isElementType(node.typeAnnotation?.typeAnnotation)
      ? [node.key.name]
      : []
  if (node.type === 'FunctionDeclaration')
    return node.id !== null && isElementType(node.returnType?.typeAnnotation) ? [node.id.name] : []
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.init === null) return []
  return givesElement(node.init) ? [node.id.name] : []
}

function givesElement(value: Node): boolean {
  const [result = value] = resultOf(value)
  const { isText } = shownBy(result, new Set())
  return !isText && result.type !== 'Literal'
}

function isElementType(type: Node | undefined): boolean {
  if (type?.type === 'TSUnionType') return type.types.some(isElementType)
  return (
    type?.type === 'TSTypeReference' &&
    type.typeName.type === 'Identifier' &&
    /^React(?:Element|Node)$/.test(type.typeName.name)
  )
}
