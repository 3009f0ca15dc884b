/** Units of a time span that are kept for one channel. Its sales count against them first. */
export interface ChannelShare {
  readonly channel: string
  /** Units kept for it. */
  readonly share: number
  /** Units that it holds or has sold, kept or common. */
  readonly used: number
  /** Whether it sells of what is common too. Otherwise it never sells more than its share. */
  readonly usesPool: boolean
  /** False once what is left of the share has become common. */
  readonly isKept: boolean
}

/** The units of a time span that can be sold now. Below 0 where the capacity was lowered. */
export interface SpanRoom {
  readonly left: number
  readonly shares: readonly ChannelShare[]
}

/** Rooms by id of the time span. */
export type RoomsBySpan = ReadonlyMap<number, SpanRoom>

/** Units that a channel can sell of a time span: what is left of its share, and what is common. */
export function unitsFor({ left, shares }: SpanRoom, channel: string): number {
  const own = shares.find(share => share.channel === channel)
  const ownLeft = own === undefined ? 0 : keptUnits(own)
  const common = Math.max(0, left - ownLeft - keptForOthers(shares, channel))
  const most = own === undefined || own.usesPool ? left : own.share - own.used
  return Math.max(0, Math.min(most, left, ownLeft + common))
}

/** Units that are left of a share and kept for its channel. */
function keptUnits({ share, used, isKept }: ChannelShare): number {
  return isKept ? Math.max(0, share - used) : 0
}

function keptForOthers(shares: readonly ChannelShare[], channel: string): number {
  return shares.reduce((sum, share) => (share.channel === channel ? sum : sum + keptUnits(share)), 0)
}

/** The room after a channel has taken units; below zero, after it has given some back. */
export function roomAfter({ left, shares }: SpanRoom, channel: string, units: number): SpanRoom {
  return {
    left: left - units,
    shares: shares.map(share => (share.channel === channel ? { ...share, used: share.used + units } : share)),
  }
}
