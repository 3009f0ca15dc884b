import * as v from 'valibot'

/** One broken field of an `invalid_request`: its path in the request and the text key of the rule it breaks. */
const fieldError = v.object({
  field: v.string(),
  rule: v.string(),
})

/**
 * Body of every refusal (D-19). Only payment calls send `can_retry` and tokens (S-7.08, S-7.09). `retry_after` is in
 * seconds. An unexpected failure (500) has no `error`, so that the browser goes on to step 6 of the failure handler.
 */
export const failureBody = v.object({
  error: v.optional(v.string()),
  message: v.optional(v.string()),
  fields: v.optional(v.array(fieldError)),
  can_retry: v.optional(v.boolean()),
  order_token: v.optional(v.string()),
  /** With a failed payment of a change of time: the change, and the reservation that it is for (D-64). */
  timechange_token: v.optional(v.string()),
  reservation_token: v.optional(v.string()),
  retry_after: v.optional(v.number()),
  request_id: v.optional(v.string()),
})
export type FailureBody = v.InferOutput<typeof failureBody>
