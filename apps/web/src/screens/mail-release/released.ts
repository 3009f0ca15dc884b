/** Key of the fact that this document has ended a mail magazine. */
export const RELEASED = ['mail magazine released'] as const
