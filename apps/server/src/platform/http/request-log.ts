import type { FastifyInstance } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

import { logNameIn } from './log-name.ts'
import { quietWhileAway } from './quiet-while-away.ts'

/** Never logged, whichever object contains them. */
const REDACTED = [
  'authorization',
  'cookie',
  'token',
  'device_key',
  'enrolment_token',
  'qr_token',
  'secretKey',
  'formerSecretKeys',
  'signageKey',
  '*.authorization',
  '*.cookie',
  '*.token',
  '*.device_key',
  '*.enrolment_token',
  '*.qr_token',
  '*.secretKey',
  '*.formerSecretKeys',
  '*.signageKey',
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-signage-key"]',
]

/** A second of a busy store is hundreds of lines, and to hand each to the system costs more than to make it: so many bytes go out together, */
const BYTES_TOGETHER = 4_096
/** or what there is after so long, and at the end of the process. */
const MOST_WAIT_MS = 100

/** Standard output, or an open file, to which lines are written together. */
export function openOutput(fd: number = process.stdout.fd): ReturnType<typeof pino.destination> {
  return pino.destination({ dest: fd, minLength: BYTES_TOGETHER, periodicFlush: MOST_WAIT_MS })
}

/** The log of the process: JSON lines, on standard output by default. */
export function createLog(
  level: string,
  destination: DestinationStream = openOutput(),
  nowMs = (): number => performance.now(),
): Logger {
  const write = quietWhileAway(nowMs)
  const options: LoggerOptions = {
    level,
    hooks: {
      logMethod(args, method) {
        write(args, method.bind(this))
      },
    },
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: { err: serializeError },
  }
  return pino(options, destination)
}

/** A database error quotes the values of the row in these fields, and a row may hold personal data. */
function serializeError(error: Error): object {
  const { detail: _detail, where: _where, internalQuery: _query, ...rest } = pino.stdSerializers.err(error)
  return rest
}

/**
 * One line for each request: the pattern of its route, never its URL, because URLs contain tokens. No query, no body,
 * no address.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, next) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      site: request.site.key,
      status: reply.statusCode,
      refusal: reply.refusalCode ?? undefined,
      order: logNameIn(request.params, request.body) ?? reply.logName ?? undefined,
      ms: Math.round(reply.elapsedTime),
    })
    next()
  })
}
