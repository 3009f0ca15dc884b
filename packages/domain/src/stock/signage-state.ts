/** What a display says of a time of today: enough, few left, or sold out (S-14.03). */
export const TIME_SPAN_STATES = ['normal', 'few', 'sold_out'] as const
export type TimeSpanState = (typeof TIME_SPAN_STATES)[number]
