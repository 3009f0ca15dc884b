import type { FieldTemplate } from '@kippu/domain/form/order-fields'

import type { Read } from '../db/database.ts'
import { listFieldTemplates } from './queries.ts'

/** The fields of a site's buyer form, uncached: a decision never uses a cache. */
export function readFieldTemplates(read: Read, siteKey: string): Promise<FieldTemplate[]> {
  return listFieldTemplates(read, siteKey)
}
