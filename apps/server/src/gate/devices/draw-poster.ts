import { encode } from 'uqr'
import * as v from 'valibot'

import type { Deps } from '../../platform/deps.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { uuid } from '../../platform/staff/inputs.ts'
import { type Act, assertReaches, staffVerb } from '../../platform/staff/staff-verb.ts'

interface Poster {
  /** The gate's code: the whole content of the QR code. */
  readonly code: string
  readonly gateName: string
  readonly siteName: string
}

interface AskedPoster {
  readonly gateId: string
  readonly siteName: string
}

/** The poster of an open gate, as SVG; undefined where its code was made with a key that is no longer known, so that nobody can make it again. */
export const readPoster = staffVerb({
  name: 'gates poster',
  permission: 'gate:write',
  reach: 'own sites',
  input: v.object({ gateId: uuid, siteName: v.string() }),
  run: async ({ db, tokens }: Pick<Deps, 'db' | 'tokens'>, { gateId, siteName }: AskedPoster, act: Act) => {
    const gate = await db.read(read =>
      read
        .selectFrom('gates')
        .select(['site_key as siteKey', 'name', 'code_hash as codeHash'])
        .where('id', '=', gateId)
        .executeTakeFirstOrThrow(),
    )
    assertReaches(act, gate.siteKey)
    if (tokens.positionOf('gate', gateId, gate.codeHash) === -1) return undefined
    const code = tokens.deriveStored('gate', gateId, gate.codeHash)
    return drawPoster({ code, gateName: gate.name, siteName })
  },
})

/** A sheet of A4, in tenths of a millimetre. */
const PAGE = { width: 2100, height: 2970 } as const
const QR = { side: 1400, top: 820 } as const
/** Light modules around the code (ISO/IEC 18004). */
const QUIET = 4

/**
 * The QR code of a gate to be printed, with its name, for visitors who check in by themselves. Level Q: it stands in
 * the sun, behind glass, and gets scratches.
 */
function drawPoster({ code, gateName, siteName }: Poster): string {
  const { data, size } = encode(code, { ecc: 'Q', border: QUIET })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  const left = (PAGE.width - QR.side) / 2
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 ${PAGE.width} ${PAGE.height}">
<rect width="100%" height="100%" fill="#fff"/>
<g font-family="'Noto Sans JP','Hiragino Sans','Yu Gothic',sans-serif" text-anchor="middle" fill="#000">
${lineOf(siteName, { y: 400, size: 90, weight: 400 })}
${lineOf(gateName, { y: 640, size: 180, weight: 700 })}
</g>
<svg x="${left}" y="${QR.top}" width="${QR.side}" height="${QR.side}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${dark.join('')}" fill="#000"/></svg>
</svg>
`
}

interface Line {
  readonly y: number
  readonly size: number
  readonly weight: number
}

/** A line in the middle; one that would be wider than the page is set smaller. */
function lineOf(text: string, { y, size, weight }: Line): string {
  const widest = PAGE.width - 300
  const fitting = Math.min(size, Math.floor(widest / Math.max(1, emsOf(text))))
  return `<text x="${PAGE.width / 2}" y="${y}" font-size="${fitting}" font-weight="${weight}">${escapeHtml(text)}</text>`
}

/** About how wide a text is, in ems: a letter of Latin takes little more than half of what a Japanese one does. */
function emsOf(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) < 0x250 ? 0.62 : 1), 0)
}
