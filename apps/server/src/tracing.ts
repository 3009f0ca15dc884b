import { SpanStatusCode, trace } from '@opentelemetry/api'

/** The work that waits for others: where the time of a request goes that is not our own. */
type SpanName = 'payment.call' | 'holds.batch' | 'mail.send'

/** Kinds, counts and keys of sites. Never a token, a name or an address: traces leave the house (S-15.02). */
type SpanAttributes = Readonly<Record<string, string | number>>

/**
 * Does `work` inside a span of OpenTelemetry. The API alone is ours: without an SDK in the process this is a plain call;
 * an operator who wants traces preloads one (`node --import`).
 */
export function traced<T>(name: SpanName, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
  return trace.getTracer('kippu').startActiveSpan(name, { attributes }, async span => {
    try {
      return await work()
    } catch (error) {
      // The message of an error may quote what it is about; its name never does.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' })
      throw error
    } finally {
      span.end()
    }
  })
}
