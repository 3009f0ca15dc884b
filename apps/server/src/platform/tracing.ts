import { SpanStatusCode, trace } from '@opentelemetry/api'

/** Work that waits for others: the part of a request's time that is not our own. */
type SpanName = 'payment.call' | 'holds.batch' | 'mail.send'

/** Kinds, counts and keys of sites. Never a token, a name or an address: traces leave the deployment. */
type SpanAttributes = Readonly<Record<string, string | number>>

/**
 * Does `work` inside a span of OpenTelemetry. We depend on the API only: without an SDK in the process this is a plain
 * call; an operator who wants traces preloads one (`node --import`).
 */
export function traced<T>(name: SpanName, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
  return trace.getTracer('kippu').startActiveSpan(name, { attributes }, async span => {
    try {
      return await work()
    } catch (error) {
      // The message of an error may quote personal data; its name never does.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' })
      throw error
    } finally {
      span.end()
    }
  })
}
