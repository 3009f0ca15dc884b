import { isForVisitors } from '@kippu/domain/settings/site-settings'

/** Those settings of a site that a visitor's browser reads: addresses of staff and names of accounts stay here. */
export function visitorSettings(settings: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...settings].filter(([name]) => isForVisitors(name)))
}
