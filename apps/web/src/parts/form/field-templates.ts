import { getFieldTemplates } from '@kippu/contract/site-content'
import type { FieldTemplate } from '@kippu/domain/form/order-fields'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'

import { request } from '../../api/client.ts'

/** The fields of the buyer form, as the site shows and requires them. */
export function useFieldTemplates(): UseQueryResult<FieldTemplate[]> {
  return useQuery({
    queryKey: ['field_templates'],
    queryFn: () => request(getFieldTemplates, {}),
    staleTime: Infinity,
  })
}
