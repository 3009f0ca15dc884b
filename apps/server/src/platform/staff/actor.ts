import type { Rights } from '@kippu/domain/staff/grants'

/** Somebody who does something for the venue, by the command line or a console. */
export interface Actor extends Rights {
  readonly name: string
}

/** Somebody asked for what their role, or the sites that they work at, do not allow. */
export class NotPermitted extends Error {
  override readonly name = 'NotPermitted'

  readonly lacking: 'permission' | 'site' | 'all sites'

  /** @param lacking what they would need; the message says it in words. */
  constructor(lacking: NotPermitted['lacking'], message: string) {
    super(message)
    this.lacking = lacking
  }
}
