/**
 * The bytes a visitor downloads before anything can be chosen, read from Vite's manifest after a build. Bytes are
 * exact, so there is no tolerance. Sizes are gzip at its highest level, in bytes; a kilobyte is 1,000.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { type Manifest, readManifest } from './manifest.ts'

const MOST = {
  firstRouteJs: 105_000,
  firstRouteCss: 10_000,
  ticketJs: 117_000,
  gateJs: 98_000,
  otherChunk: 35_000,
  signInJs: 90_000,
  deskJs: 175_000,
  /** Browsers send as many requests at a time over a connection of the older kind. */
  filesAfterFirst: 6,
}

/** The folders that were built; others may be named. */
const [
  CLIENT = path.join(import.meta.dirname, 'dist/client'),
  STAFF = path.join(import.meta.dirname, '../console/dist'),
] = process.argv.slice(2)

/** Name of the file that is loaded later, but the server renders it: its styles must be in the document (see `vite.config.ts`). */
const RENDERED_LATER = 'order-rest'

const store = readManifest(CLIENT)
const { keys, chunkOf, reachableFrom } = store
const gate = readManifest(CLIENT, 'gate-manifest.json')
const staff = readManifest(STAFF)

const first = reachableFrom('index.html')
const firstChunks = [...first].map(key => chunkOf(key))
const firstJs = sum(CLIENT, filesFrom(store, 'index.html'))
const ticketJs = sum(CLIENT, filesFrom(store, 'tickets/index.html'))
const gateJs = sum(CLIENT, filesFrom(gate, 'gate/index.html'))
const signIn = filesFrom(staff, 'index.html')
/** Behind the sign-in: Today and an order, before a dialog is opened. */
const desk = new Set([...signIn, ...filesFrom(staff, 'src/inside.tsx')])
const firstSheets = new Set(firstChunks.flatMap(chunk => chunk.css))
const firstCss = sum(CLIENT, firstSheets)
const renderedLater = keys
  .filter(key => chunkOf(key).name === RENDERED_LATER)
  .flatMap(key => [...reachableFrom(key)])
if (renderedLater.length === 0) throw new Error(`no file is named ${RENDERED_LATER}`)
const afterFirst = renderedLater.filter(key => !first.has(key))
const naked = renderedLater.flatMap(key => chunkOf(key).css).filter(sheet => !firstSheets.has(sheet))
const others = keys
  .filter(key => !first.has(key) && chunkOf(key).file.endsWith('.js'))
  .map(key => ({ file: chunkOf(key).file, size: gzipped(CLIENT, chunkOf(key).file) }))

const lines = [
  { name: 'first route, JS', size: firstJs, most: MOST.firstRouteJs },
  { name: 'first route, CSS', size: firstCss, most: MOST.firstRouteCss },
  { name: 'tickets, JS', size: ticketJs, most: MOST.ticketJs },
  { name: 'gate, JS', size: gateJs, most: MOST.gateJs },
  { name: 'sign-in of the staff, JS', size: sum(STAFF, signIn), most: MOST.signInJs },
  { name: 'Today and an order, JS', size: sum(STAFF, desk), most: MOST.deskJs },
  { name: 'files after the first part', size: afterFirst.length, most: MOST.filesAfterFirst },
  ...others.map(({ file, size }) => ({ name: file, size, most: MOST.otherChunk })),
]
for (const { name, size, most } of lines) {
  process.stdout.write(`${size > most ? 'over ' : 'ok   '} ${String(size).padStart(7)} of ${most}  ${name}\n`)
}
for (const sheet of naked) process.stdout.write(`over  ${sheet} is not in the document\n`)
process.exitCode = naked.length > 0 || lines.some(({ size, most }) => size > most) ? 1 : 0

/** The scripts that the browser must have before an entry runs. */
function filesFrom(build: Manifest, entry: string): ReadonlySet<string> {
  return new Set([...build.reachableFrom(entry)].map(key => build.chunkOf(key).file))
}

function sum(folder: string, files: ReadonlySet<string>): number {
  return [...files].reduce((total, file) => total + gzipped(folder, file), 0)
}

function gzipped(folder: string, file: string): number {
  return gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length
}
