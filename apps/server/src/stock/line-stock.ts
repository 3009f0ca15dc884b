/**
 * How the units of a line stand in the stock of its time span: the order holds them; or, on a change of time, the order that the
 * visit moves from holds them and they pass over; or they are not counted.
 */
export const LINE_STOCKS = ['held', 'carried', 'none'] as const
export type LineStock = (typeof LINE_STOCKS)[number]
