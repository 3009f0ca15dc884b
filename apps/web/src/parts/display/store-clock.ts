/** A moment by both clocks of a device, in ms. */
export interface Moment {
  /** Since 1970; it may be set to another time. */
  readonly wall: number
  /** Never set; it may stand still while the device sleeps. */
  readonly steady: number
}

export interface StoreClock {
  /** The store's time, in ms since 1970. Until an answer has told it, it is the device's own. */
  now(): number
  /** Learns that the store's time was `told`, in ms since 1970, when a call began or later. */
  learn(told: number, began: Moment): void
}

export function momentNow(): Moment {
  return { wall: Date.now(), steady: performance.now() }
}

/**
 * The store's time on a display that runs for weeks. Its wall clock may be set forth or back, and its steady one may stop in its sleep:
 * by which of both more time has passed, that one is believed. So no code is shown after its end and no time after its sale, whatever
 * happens to one of them, until the next answer tells the time anew.
 */
export function createStoreClock(): StoreClock {
  let known: { readonly told: number; readonly at: Moment } | null = null
  return {
    now: () => {
      const { wall, steady } = momentNow()
      return known === null ? wall : known.told + Math.max(wall - known.at.wall, steady - known.at.steady)
    },
    learn: (told, began) => {
      known = { told, at: began }
    },
  }
}
