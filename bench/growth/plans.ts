import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

import * as v from 'valibot'

import { wordsOfStatement } from './statement.ts'

/** Reads what PostgreSQL wrote about the statements that were executed. */

const planNode = v.object({
  'Node Type': v.string(),
  'Parent Relationship': v.optional(v.string()),
  Operation: v.optional(v.string()),
  'Relation Name': v.optional(v.string()),
  'Index Name': v.optional(v.string()),
  'Actual Rows': v.number(),
  'Actual Loops': v.number(),
  'Rows Removed by Filter': v.optional(v.number(), 0),
  'Rows Removed by Join Filter': v.optional(v.number(), 0),
  'Rows Removed by Index Recheck': v.optional(v.number(), 0),
  'Index Searches': v.optional(v.number(), 0),
  'Shared Hit Blocks': v.optional(v.number(), 0),
  'Shared Read Blocks': v.optional(v.number(), 0),
  Plans: v.optional(v.array(v.unknown()), []),
})
type PlanNode = v.InferOutput<typeof planNode>

const logLine = v.object({ dbname: v.optional(v.string()), message: v.string() })
const written = v.object({ 'Query Text': v.string(), Plan: v.unknown() })

/** One execution of a statement. */
export interface Execution {
  readonly database: string
  /** The store's task at the time. */
  readonly window: string
  /** See {@link wordsOfStatement}. */
  readonly words: string
  readonly ms: number
  /** Pages of 8 kB that were touched, in PostgreSQL's memory or not, and those of them that were not. */
  readonly buffers: number
  readonly read: number
  /** Rows that were looked at in tables and indexes, found or not. */
  readonly rows: number
  /** Nodes of the plan with their indexes. */
  readonly plan: string
  /** Descents of the tree of each index. */
  readonly searches: Readonly<Record<string, number>>
  /** Rows written to each table. */
  readonly inserted: Readonly<Record<string, number>>
}

const PLAN = /^duration: ([\d.]+) ms {2}plan:\n([\s\S]*)$/
const WINDOW = /^window (.+)$/
/** The store's own work between two windows: its mails, its reconciler, its job queue. */
export const BETWEEN = 'between'

/** Every execution that was written from a place in the file on. */
export async function* readExecutions(file: string, start: number): AsyncGenerator<Execution> {
  const windows = new Map<string, string>()
  const lines = createInterface({ input: createReadStream(file, { start, encoding: 'utf8' }) })
  for await (const line of lines) {
    const { dbname: database = '', message } = v.parse(logLine, JSON.parse(line))
    const window = WINDOW.exec(message)?.[1]
    if (window !== undefined) windows.set(database, window)
    const found = PLAN.exec(message)
    if (found !== null)
      yield {
        database,
        window: windows.get(database) ?? BETWEEN,
        ms: Number(found[1]),
        ...readPlan(found[2] ?? ''),
      }
  }
}

function readPlan(json: string): Omit<Execution, 'database' | 'window' | 'ms'> {
  const { 'Query Text': text, Plan } = v.parse(written, JSON.parse(json))
  const root = v.parse(planNode, Plan)
  const nodes = [...nodesOf(root)]
  const searches: Record<string, number> = {}
  const inserted: Record<string, number> = {}
  let rows = 0
  for (const node of nodes) {
    const index = node['Index Name']
    const table = node['Relation Name']
    if (index !== undefined) searches[index] = (searches[index] ?? 0) + node['Index Searches']
    if (node['Node Type'] === 'ModifyTable' && table !== undefined && node.Operation !== 'Delete')
      inserted[table] = (inserted[table] ?? 0) + writtenRows(node)
    else if (index !== undefined || table !== undefined) rows += scannedRows(node)
  }
  return {
    words: wordsOf(text, root),
    buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    read: root['Shared Read Blocks'],
    rows: Math.round(rows),
    plan: shapeOf(nodes),
    searches,
    inserted,
  }
}

/** A text of several statements is written with each of their plans: what a plan begins with tells them apart. */
function wordsOf(text: string, root: PlanNode): string {
  const words = wordsOfStatement(text)
  return /^begin\b/i.test(words) ? `${words} → ${nameOfNode(root) ?? root['Node Type']}` : words
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node
  for (const child of node.Plans) yield* nodesOf(v.parse(planNode, child))
}

/** Rows that reach a node that writes: those of the plan below it. */
function writtenRows({ Plans: [first] }: PlanNode): number {
  if (first === undefined) return 0
  const below = v.parse(planNode, first)
  return below['Actual Rows'] * below['Actual Loops']
}

function scannedRows(node: PlanNode): number {
  const removed = node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck']
  return (node['Actual Rows'] + removed) * node['Actual Loops']
}

/** The nodes from the root down, each kind once; the ones that only pass rows on are left out. */
function shapeOf(nodes: readonly PlanNode[]): string {
  const names = nodes.map(nameOfNode).filter(name => name !== undefined)
  const counted = Map.groupBy(names, name => name)
  return Array.from(counted, ([name, same]) => (same.length === 1 ? name : `${same.length} × ${name}`)).join(
    ', ',
  )
}

const PASSED_OVER = new Set([
  'Result',
  'Limit',
  'LockRows',
  'Subquery Scan',
  'Materialize',
  'Memoize',
  'CTE Scan',
])

function nameOfNode(node: PlanNode): string | undefined {
  const type = node['Node Type']
  if (PASSED_OVER.has(type)) return undefined
  if (type === 'ModifyTable') return `${node.Operation} ${node['Relation Name']}`
  const on = node['Index Name'] ?? node['Relation Name']
  return on === undefined ? type : `${type} ${on}`
}
