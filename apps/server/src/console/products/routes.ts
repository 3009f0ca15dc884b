import { PRODUCT_SHEETS, readProductsCall, uploadPictureCall } from '@kippu/contract/console/products'
import { framesOf } from '@kippu/sites/pictures/frames'
import { positionOf, subjectsOf } from '@kippu/sites/pictures/subjects'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { uploadPicture } from '../../catalogue/pictures/upload-picture.ts'
import { uploadedPictureRoute } from '../../catalogue/pictures/uploaded-pictures.ts'
import { readCatalogue } from '../../office/catalogue/export-catalogue.ts'
import { loadArtwork } from '../../pages/documents/artwork.ts'
import { ConsoleRefusal, serveStaff, type StaffParts } from '../serve-staff.ts'

/** Products as their sheets have them, and their pictures, which the console shows at the addresses of the store. */
export function productRoutes(app: FastifyInstance, parts: StaffParts): void {
  const { content, db, sites } = parts.deps
  serveStaff(app, parts, readProductsCall, async ({ params: { site: siteKey } }, { by }) => {
    const site = sites.find(siteKey)
    if (site === undefined) throw new ConsoleRefusal('not found')
    const asked = { siteKey, sheets: PRODUCT_SHEETS, format: 'json', headings: 'en' } as const
    const { files, sheets } = await readCatalogue(by, asked)
    // Somebody who may change words alone changes no product.
    if (!sheets.some(({ sheet }) => sheet === 'products')) throw new ConsoleRefusal('not permitted')
    const held = Array.from(subjectsOf(site), ([name, { subject }]) => [
      `/sites/${siteKey}/${name}`,
      positionOf(subject),
    ])
    return {
      languages: (await content.langs(siteKey)).map(({ id }) => id),
      shapes: framesOf(site.look, 'main').flatMap(({ shapes }) => shapes),
      held: Object.fromEntries(held),
      sheets: v.parse(readProductsCall.response.entries.sheets, JSON.parse(String(files[0]?.[1]))),
    }
  })
  serveStaff(app, parts, uploadPictureCall, async ({ params: { site: siteKey }, body }, { by }) => {
    if (!Buffer.isBuffer(body)) throw new ConsoleRefusal('invalid request')
    const kept = await uploadPicture(by, { siteKey, bytes: body })
    if ('fault' in kept)
      throw new ConsoleRefusal('invalid request', { fields: [{ field: 'picture', rule: kept.fault }] })
    return kept
  })
  uploadedPictureRoute(app, db)
  const artwork = loadArtwork(sites.all)
  app.get('/sites/:site/:picture(^[\\w-]+\\.(?:svg|webp|jpg|png)$)', async ({ url }, reply) => {
    const found = artwork.get(url.split('?')[0] ?? '')
    return found === undefined ? reply.callNotFound() : reply.type(found.type).send(found.body)
  })
}
