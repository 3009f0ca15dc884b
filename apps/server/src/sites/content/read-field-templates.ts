import type { FieldTemplate } from '@kippu/domain/form/order-fields'
import { sql } from 'kysely'

import { fixed } from '../../platform/db/fixed.ts'
/**
 * The fields of the buyer form of an order's site, in display order, as a column of a read of orders: uncached, because a
 * decision never uses a cache.
 */
export const FIELD_TEMPLATES_OF_ORDER = fixed(sql<FieldTemplate[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('field_name', field_name, 'is_display', is_display, 'is_require', is_require)
                            order by position), '[]')
    from field_templates
   where field_templates.site_key = orders.site_key)`)
