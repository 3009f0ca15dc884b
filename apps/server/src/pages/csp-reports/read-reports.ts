import * as v from 'valibot'

/** Directives that our policies have, and those by which browsers name what falls under `default-src`. */
const DIRECTIVES = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'media-src',
  'object-src',
  'worker-src',
  'manifest-src',
  'child-src',
  'connect-src',
  'frame-src',
  'form-action',
  'base-uri',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
] as const

/** The words that a browser says instead of an address. */
const KEYWORDS = [
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'data',
  'blob',
  'trusted-types-policy',
  'trusted-types-sink',
] as const

export type CspDirective = (typeof DIRECTIVES)[number] | 'other'

/**
 * The part of a report that is read. Addresses of our pages contain tokens, so nothing of an address is kept but its
 * origin, and no sample of what was refused.
 */
export interface CspReport {
  readonly directive: CspDirective
  /** Origin of the page, or `other`. */
  readonly page: string
  /** Origin of what was refused, or a keyword of browsers, or `other`. */
  readonly blocked: string
}

const text = v.optional(v.string(), '')

const single = v.object({
  'csp-report': v.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
})

const entry = v.object({ type: v.string(), body: v.optional(v.unknown()) })

const violation = v.object({ documentURL: text, effectiveDirective: text, blockedURL: text })

/** The report of a body of type `application/csp-report`; none when it is something else. */
export function readSingleReport(body: unknown): readonly CspReport[] {
  const parsed = v.safeParse(single, body)
  if (!parsed.success) return []
  const report = parsed.output['csp-report']
  const directive = report['effective-directive'] || report['violated-directive']
  return [reportOf(directive, report['document-uri'], report['blocked-uri'])]
}

/** The reports in a body of type `application/reports+json`, without those of other things. */
export function readReports(body: unknown): readonly CspReport[] {
  return [body].flat().flatMap(item => {
    const parsed = v.safeParse(entry, item)
    if (!parsed.success || parsed.output.type !== 'csp-violation') return []
    const read = v.safeParse(violation, parsed.output.body)
    if (!read.success) return []
    const { effectiveDirective, documentURL, blockedURL } = read.output
    return [reportOf(effectiveDirective, documentURL, blockedURL)]
  })
}

function reportOf(directive: string, page: string, blocked: string): CspReport {
  // Older browsers give the whole directive, with its sources.
  const [name = ''] = directive.split(' ')
  return {
    directive: DIRECTIVES.find(known => known === name) ?? 'other',
    page: originOf(page),
    blocked: KEYWORDS.find(known => known === blocked) ?? originOf(blocked),
  }
}

/** No host is longer, and the sender of a report chooses its texts. */
const MOST_CHARACTERS = 270

function originOf(address: string): string {
  if (!URL.canParse(address)) return 'other'
  const { origin } = new URL(address)
  return origin === 'null' || origin.length > MOST_CHARACTERS ? 'other' : origin
}
