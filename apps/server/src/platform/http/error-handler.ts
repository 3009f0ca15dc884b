import type { ErrorCode } from '@kippu/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isDatabaseAway, isDiskFull } from '../db/sql-states.ts'
import { tally } from '../tally.ts'
import { asksForPage, sendBusyPage } from './busy-page.ts'
import { refuse } from './refusal.ts'
import { markRefusal, sendRefusal } from './route.ts'

/** Turns every error into an answer of the catalogue; an unexpected error is logged and answered with 500. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(handleError)
}

/** Fastify also gets it for errors before routing, such as a broken percent encoding. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = codeOf(error)
  if (isDiskFull(error)) tally('full_disk_refusals_total', {})
  if (code === undefined) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    // Without `error`, the browser falls through to the last step of its failure handler.
    return reply.code(500).send({ request_id: request.id })
  }
  if ((code === 'busy' || code === 'too_many_requests') && asksForPage(request))
    return sendBusyPage(request, markRefusal(reply, refuse(code)))
  return sendRefusal(reply, refuse(code))
}

function codeOf(error: FastifyError): ErrorCode | undefined {
  if (isDatabaseAway(error)) return 'busy'
  const status = error.statusCode ?? 500
  switch (status) {
    case 413:
      return 'payload_too_large'
    case 415:
      return 'unsupported_media_type'
    case 429:
      return 'too_many_requests'
    case 503:
      return 'busy'
    default:
      return status >= 400 && status < 500 ? 'invalid_request' : undefined
  }
}
