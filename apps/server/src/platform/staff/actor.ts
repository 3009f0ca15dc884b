import type { Permission, Role } from '@kippu/domain/staff/permission'
import { PERMISSIONS_OF } from '@kippu/domain/staff/permission'

/** Somebody who does something for the venue, by the command line or a console. */
export interface Actor {
  readonly name: string
  readonly role: Role
  /** Null: all sites of the deployment. */
  readonly siteKeys: readonly string[] | null
}

/** Whether the role of the actor has the permission. Where they have it, {@link worksAt} says. */
export function mayDo(actor: Actor, permission: Permission): boolean {
  return PERMISSIONS_OF[actor.role].includes(permission)
}

/** Null asks for all sites of the deployment. */
export function worksAt({ siteKeys }: Actor, siteKey: string | null): boolean {
  return siteKeys === null || (siteKey !== null && siteKeys.includes(siteKey))
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
