import type { FastifyInstance } from 'fastify'

import type { Clock } from '../../platform/clock.ts'
import type { Deps } from '../../platform/deps.ts'
import { REPORTS_PATH } from '../../platform/http/security-headers.ts'
import { readReports, readSingleReport } from './read-reports.ts'

/** In bytes: some dozens of reports. A browser sends several at once, each with the whole policy. */
const BODY_LIMIT = 32 * 1024

/** Requests of one network in a minute. */
const PER_MINUTE = 30

const MINUTE_MS = 60_000

/**
 * Takes the reports of browsers about what a content policy kept a page from (decision 43). They are counted by directive;
 * the log gets one line a minute for each. Anybody may send any report, so nothing else is done with them.
 */
export function cspReportRoutes(app: FastifyInstance, { clock, log }: Pick<Deps, 'clock' | 'log'>): void {
  const isFirst = createFirstOfMinute(clock)
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    const parse = scope.getDefaultJsonParser('error', 'error')
    for (const type of ['application/csp-report', 'application/reports+json'])
      scope.addContentTypeParser<string>(type, { parseAs: 'string', bodyLimit: BODY_LIMIT }, parse)
    scope.post(REPORTS_PATH, { config: { perMinute: PER_MINUTE } }, async (request, reply) => {
      const isSingle = request.headers['content-type']?.startsWith('application/csp-report') === true
      const reports = isSingle ? readSingleReport(request.body) : readReports(request.body)
      reply.cspReports = reports.map(({ directive }) => directive)
      for (const report of reports)
        if (isFirst(report.directive)) log.warn(report, 'a content policy kept a page from something')
      return reply.code(204).send()
    })
  })
}

/** Whether a key is seen for the first time in a minute of the clock. */
function createFirstOfMinute(clock: Clock): (key: string) => boolean {
  let minute = -1
  let seen = new Set<string>()
  return key => {
    const now = Math.floor(clock.now() / MINUTE_MS)
    if (now !== minute) {
      minute = now
      seen = new Set()
    }
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
}
