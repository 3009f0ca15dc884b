import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { parseSync } from 'oxc-parser'

const SCRIPTS = /\.(?:ts|tsx|mts|js|mjs)$/
const FILES = [
  '*.md',
  '{.ci,apps,bench,demo,docs,e2e,packages,tools}/**/*.{ts,tsx,mts,js,mjs,css,html,sql,md}',
]
const NOT_OURS = /(?:^|\/)(?:node_modules|dist)(?:\/|$)/
/** This file contains the patterns it searches for, and its test contains planted ones. */
const OWN = /^tools\/check\/page-references(?:\.test)?\.ts$/

interface Line {
  readonly number: number
  readonly text: string
}

/**
 * References to pages that a reader cannot open, one line each: a section (`§`) of anything except a page under
 * `docs/`, a page named in a comment, and a link in a page, whose file does not exist under `root`.
 */
export function findBrokenReferences(root: string): string[] {
  const files = globSync(FILES, { cwd: root, exclude: name => NOT_OURS.test(name) })
  return files
    .filter(file => !OWN.test(file))
    .toSorted()
    .flatMap(file => {
      const source = readFileSync(path.join(root, file), 'utf8')
      const lines = linesOf(source)
      const faults = file.endsWith('.md')
        ? lines.flatMap(line => tell(line, [...sections(root, line), ...links(root, file, line)]))
        : [
            ...lines.flatMap(line => tell(line, sections(root, line))),
            ...commentsOf(file, source).flatMap(line => tell(line, pages(root, file, line))),
          ]
      return faults.map(fault => `${file}:${fault}`)
    })
}

function tell({ number }: Line, faults: readonly string[]): string[] {
  return faults.map(fault => `${number}: ${fault}`)
}

/** A section sign refers to a page, so the page must exist. */
function sections(root: string, { text }: Line): string[] {
  return Array.from(text.matchAll(/(\S*)\s*§/g), ([, before = '']) => before).flatMap(before => {
    const page = /docs\/[\w./-]+\.md$/.exec(before.replaceAll(/[`)\]]/g, ''))?.[0]
    return page !== undefined && existsSync(path.join(root, page))
      ? []
      : [`§ needs a page under docs/ before it, not "${before}"`]
  })
}

function pages(root: string, file: string, { text }: Line): string[] {
  return Array.from(text.matchAll(/(?<![\w./-])[\w./-]+\.md\b/g), ([page]) => page)
    .filter(page => !exists(root, file, page))
    .map(page => `the page ${page} is not in the repository`)
}

function links(root: string, file: string, { text }: Line): string[] {
  return Array.from(text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g), ([, target = '']) => target)
    .filter(
      target =>
        !/^[a-z]+:/.test(target) && !existsSync(path.join(root, path.dirname(file), decodeURI(target))),
    )
    .map(target => `the link to ${target} leads nowhere`)
}

function exists(root: string, file: string, page: string): boolean {
  return [root, path.join(root, path.dirname(file))].some(folder => existsSync(path.join(folder, page)))
}

/** Comments of a program, found by its syntax; style sheets, documents and SQL name pages in comments alone. */
function commentsOf(file: string, source: string): Line[] {
  if (!SCRIPTS.test(file)) return linesOf(source)
  return parseSync(file, source).comments.flatMap(({ value, start }) => {
    const first = source.slice(0, start).split('\n').length
    return linesOf(value).map(({ number, text }) => ({ number: first + number - 1, text }))
  })
}

function linesOf(text: string): Line[] {
  return text.split('\n').map((line, index) => ({ number: index + 1, text: line }))
}
