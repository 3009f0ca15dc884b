import { createHash } from 'node:crypto'

import { addressOf } from '@kippu/domain/uploaded-picture'
import * as v from 'valibot'

import type { Database } from '../../platform/db/database.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { type PictureFault, readUpload } from './read-upload.ts'

interface Upload {
  readonly siteKey: string
  readonly bytes: Buffer
}

/** Keeps a picture for the site; nothing shows it before a product names its address. The same picture twice is one. */
export const uploadPicture = staffVerb({
  name: 'pictures upload',
  permission: 'catalogue:write',
  reach: 'site',
  input: v.object({ ...site, bytes: v.instance(Buffer) }),
  run: async (
    { db }: { readonly db: Database },
    { siteKey, bytes }: Upload,
    act: Act,
  ): Promise<{ readonly address: string } | { readonly fault: PictureFault }> => {
    const read = await readUpload(bytes)
    if (typeof read === 'string') return { fault: read }
    const { width, height, copies } = read
    const largest = copies.get(width)
    if (largest === undefined) throw new Error(`the picture has no copy of ${width} pixels`)
    const hash = createHash('sha256').update(largest).digest('hex').slice(0, 32)
    const address = addressOf({ siteKey, hash, width, height, focus: { x: 50, y: 50 } })
    await db.transaction(async tx => {
      const rows = Array.from(copies, ([one, copy]) => ({
        site_key: siteKey,
        hash,
        width: one,
        bytes: copy,
        uploaded_at: new Date(act.clock.now()),
      }))
      await tx
        .insertInto('pictures')
        .values(rows)
        .onConflict(conflict => conflict.doNothing())
        .execute()
      await recordAction(tx, act, { subject: hash, details: { width, height } })
    })
    return { address }
  },
})
