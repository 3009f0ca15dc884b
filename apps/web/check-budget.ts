/**
 * The bytes a visitor downloads before anything can be chosen, read from Vite's manifest after a build. Bytes are
 * exact, so there is no tolerance. Sizes are gzip at its highest level, in bytes; a kilobyte is 1,000.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { readManifest } from './manifest.ts'

const MOST = {
  firstRouteJs: 105_000,
  firstRouteCss: 10_000,
  ticketJs: 117_000,
  gateJs: 98_000,
  otherChunk: 35_000,
  /** Browsers send as many requests at a time over a connection of the older kind. */
  filesAfterFirst: 6,
}

/** The folder that was built; another one may be named. */
const CLIENT = process.argv[2] ?? path.join(import.meta.dirname, 'dist/client')

/** Name of the file that is loaded later, but the server renders it: its styles must be in the document (see `vite.config.ts`). */
const RENDERED_LATER = 'order-rest'

const { keys, chunkOf, reachableFrom } = readManifest(CLIENT)
const gate = readManifest(CLIENT, 'gate-manifest.json')

const first = reachableFrom('index.html')
const firstChunks = [...first].map(key => chunkOf(key))
const firstJs = sum(filesFrom('index.html'))
const ticketJs = sum(filesFrom('tickets/index.html'))
const gateJs = sum(new Set([...gate.reachableFrom('gate/index.html')].map(key => gate.chunkOf(key).file)))
const firstSheets = new Set(firstChunks.flatMap(chunk => chunk.css))
const firstCss = sum(firstSheets)
const renderedLater = keys
  .filter(key => chunkOf(key).name === RENDERED_LATER)
  .flatMap(key => [...reachableFrom(key)])
if (renderedLater.length === 0) throw new Error(`no file is named ${RENDERED_LATER}`)
const afterFirst = renderedLater.filter(key => !first.has(key))
const naked = renderedLater.flatMap(key => chunkOf(key).css).filter(sheet => !firstSheets.has(sheet))
const others = keys
  .filter(key => !first.has(key) && chunkOf(key).file.endsWith('.js'))
  .map(key => ({ file: chunkOf(key).file, size: gzipped(chunkOf(key).file) }))

const lines = [
  { name: 'first route, JS', size: firstJs, most: MOST.firstRouteJs },
  { name: 'first route, CSS', size: firstCss, most: MOST.firstRouteCss },
  { name: 'tickets, JS', size: ticketJs, most: MOST.ticketJs },
  { name: 'gate, JS', size: gateJs, most: MOST.gateJs },
  { name: 'files after the first part', size: afterFirst.length, most: MOST.filesAfterFirst },
  ...others.map(({ file, size }) => ({ name: file, size, most: MOST.otherChunk })),
]
for (const { name, size, most } of lines) {
  process.stdout.write(`${size > most ? 'over ' : 'ok   '} ${String(size).padStart(7)} of ${most}  ${name}\n`)
}
for (const sheet of naked) process.stdout.write(`over  ${sheet} is not in the document\n`)
process.exitCode = naked.length > 0 || lines.some(({ size, most }) => size > most) ? 1 : 0

/** The scripts that a document needs before it shows anything. */
function filesFrom(entry: string): ReadonlySet<string> {
  return new Set([...reachableFrom(entry)].map(key => chunkOf(key).file))
}

function sum(files: ReadonlySet<string>): number {
  return [...files].reduce((total, file) => total + gzipped(file), 0)
}

function gzipped(file: string): number {
  return gzipSync(readFileSync(path.join(CLIENT, file)), { level: 9 }).length
}
