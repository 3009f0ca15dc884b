import * as v from 'valibot'

const fieldError = v.pipe(
  v.object({
    field: v.pipe(v.string(), v.description('The path of the field.')),
    rule: v.pipe(v.string(), v.description('The name of the rule that it breaks.')),
  }),
  v.description('One broken field: its path in the request, and the rule that it breaks.'),
  v.title('FieldError'),
)

export const failureBody = v.pipe(
  v.object({
    error: v.optional(
      v.pipe(v.string(), v.description('The code of the refusal. An unexpected failure (500) has none.')),
    ),
    message: v.optional(
      v.pipe(v.string(), v.description('A word for whoever writes the client; not for visitors.')),
    ),
    fields: v.optional(
      v.pipe(
        v.array(fieldError),
        v.description('With `invalid_request` and some others: the fields that are wrong.'),
      ),
    ),
    can_retry: v.optional(
      v.pipe(
        v.boolean(),
        v.description('Of a payment: the same order can be paid again, also in another way.'),
      ),
    ),
    order_token: v.optional(v.pipe(v.string(), v.description('Of a payment: the order that it was for.'))),
    timechange_token: v.optional(
      v.pipe(v.string(), v.description('Of a payment: the change of time that it was for.')),
    ),
    reservation_token: v.optional(
      v.pipe(v.string(), v.description('Of a payment of a change of time: the reservation that it moves.')),
    ),
    retry_after: v.optional(
      v.pipe(
        v.number(),
        v.description(
          'Whole seconds until the same request may be answered otherwise; the header `Retry-After` says the same.',
        ),
      ),
    ),
    request_id: v.optional(
      v.pipe(v.string(), v.description('The number of the request, to be told to the operator.')),
    ),
  }),
  v.description('The body of every refusal. An unexpected failure (500) has no `error`.'),
  v.title('Failure'),
)
export type FailureBody = v.InferOutput<typeof failureBody>
