/** The codes of OCTO that a call of a reseller is refused with, and the status of each. */
export const OCTO_ERRORS = {
  UNAUTHORIZED: 401,
  BAD_REQUEST: 400,
  UNPROCESSABLE_ENTITY: 400,
  INVALID_PRODUCT_ID: 400,
  INVALID_OPTION_ID: 400,
  INVALID_UNIT_ID: 400,
  INVALID_AVAILABILITY_ID: 400,
  INVALID_BOOKING_UUID: 400,
  NOT_FOUND: 404,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  /** The database is away, or too many orders wait: the same request may be sent again. */
  SERVICE_UNAVAILABLE: 503,
} as const satisfies Record<string, number>

export type OctoError = keyof typeof OCTO_ERRORS

/** The id that was named and leads to nothing. */
export type NamedId = Readonly<
  Partial<Record<'productId' | 'optionId' | 'unitId' | 'availabilityId' | 'uuid', string>>
>

/** The body of a refusal. */
export interface OctoFailure extends NamedId {
  readonly error: OctoError
  /** In English, for the engineer of the reseller. */
  readonly errorMessage: string
}
