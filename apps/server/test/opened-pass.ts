import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { unzipSync } from 'fflate'
import * as v from 'valibot'

const field = v.strictObject({
  key: v.string(),
  label: v.string(),
  value: v.pipe(v.string(), v.nonEmpty()),
  changeMessage: v.optional(v.pipe(v.string(), v.includes('%@'))),
})
const barcode = v.strictObject({
  format: v.literal('PKBarcodeFormatQR'),
  message: v.pipe(v.string(), v.nonEmpty()),
  messageEncoding: v.literal('iso-8859-1'),
})
const color = v.pipe(v.string(), v.regex(/^rgb\(\d{1,3}, \d{1,3}, \d{1,3}\)$/))
const moment = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/))

/** `pass.json` as Apple documents it, as far as a pass of ours goes; nothing else is in it. */
const document = v.strictObject({
  formatVersion: v.literal(1),
  passTypeIdentifier: v.string(),
  teamIdentifier: v.string(),
  serialNumber: v.pipe(v.string(), v.uuid()),
  webServiceURL: v.pipe(v.string(), v.url()),
  authenticationToken: v.pipe(v.string(), v.minLength(16)),
  groupingIdentifier: v.string(),
  organizationName: v.pipe(v.string(), v.nonEmpty()),
  description: v.pipe(v.string(), v.nonEmpty()),
  backgroundColor: color,
  foregroundColor: color,
  labelColor: color,
  relevantDate: v.optional(moment),
  relevantDates: v.optional(v.array(v.strictObject({ startDate: moment, endDate: moment }))),
  expirationDate: v.optional(moment),
  voided: v.boolean(),
  sharingProhibited: v.literal(true),
  barcodes: v.optional(v.tuple([barcode])),
  barcode: v.optional(barcode),
  eventTicket: v.strictObject({
    headerFields: v.pipe(v.array(field), v.maxLength(3)),
    primaryFields: v.tuple([field]),
    secondaryFields: v.array(field),
    auxiliaryFields: v.array(field),
    backFields: v.array(field),
  }),
})
export type PassDocument = v.InferOutput<typeof document>

const manifestSchema = v.record(v.string(), v.string())

/**
 * Opens a pass as a phone does: its manifest names every file with its hash, OpenSSL verifies the signature up to the root, and its document has the form
 * that Apple documents. @throws for a pass that no phone would take.
 */
export function openPass(bytes: Uint8Array, root: string): PassDocument {
  const { signature, 'manifest.json': manifest, ...files } = unzipSync(bytes)
  if (signature === undefined || manifest === undefined) throw new Error('the pass is not signed')
  const hashes = Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name, hash('sha1', content)]),
  )
  const named = v.parse(manifestSchema, JSON.parse(Buffer.from(manifest).toString()))
  if (JSON.stringify(sorted(hashes)) !== JSON.stringify(sorted(named)))
    throw new Error('the manifest does not name the files')
  verifyDetached({ content: manifest, signature, root })
  for (const name of ['icon.png', 'icon@2x.png', 'logo@2x.png'])
    if (Buffer.from(files[name] ?? []).toString('latin1', 1, 4) !== 'PNG')
      throw new Error(`${name} is missing`)
  return v.parse(document, JSON.parse(Buffer.from(files['pass.json'] ?? []).toString()))
}

interface Signed {
  readonly content: Uint8Array
  readonly signature: Uint8Array
  /** PEM. */
  readonly root: string
}

/** Debian's OpenSSL; it is told the root alone, as a phone has it. @throws where it does not verify. */
export function verifyDetached({ content, signature, root }: Signed): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-pass-'))
  try {
    const file = (name: string, bytes: Uint8Array | string): string => {
      writeFileSync(path.join(folder, name), bytes)
      return path.join(folder, name)
    }
    const where = ['-in', file('signature', signature), '-content', file('manifest.json', content)]
    const trust = ['-CAfile', file('root.pem', root), '-purpose', 'any']
    execFileSync('openssl', ['cms', '-verify', '-binary', '-inform', 'DER', ...where, ...trust], {
      stdio: 'pipe',
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function sorted(record: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(record).toSorted(([a], [b]) => a.localeCompare(b))
}
