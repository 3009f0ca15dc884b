import type { Permission, Role } from '@kippu/domain/staff/permission'
import { PERMISSIONS_OF } from '@kippu/domain/staff/permission'

/** Whoever does something for the venue, by the command line or a console. */
export interface Actor {
  readonly name: string
  readonly role: Role
  /** Null: all sites of the deployment. */
  readonly siteKeys: readonly string[] | null
}

/** Whether the actor may do it at the site; null asks for all sites of the deployment. */
export function mayDo(actor: Actor, permission: Permission, siteKey: string | null): boolean {
  return PERMISSIONS_OF[actor.role].includes(permission) && worksAt(actor, siteKey)
}

export function worksAt({ siteKeys }: Actor, siteKey: string | null): boolean {
  return siteKeys === null || (siteKey !== null && siteKeys.includes(siteKey))
}

/** Stops a verb of an actor who may not do it: the caller has asked {@link mayDo} first, and says so in its own words. */
export function assertMayDo(actor: Actor, permission: Permission, siteKey: string | null): void {
  if (!mayDo(actor, permission, siteKey)) throw new NotPermitted(actor, permission, siteKey)
}

/** Somebody asked for what their role, or the sites that they work at, do not allow. */
export class NotPermitted extends Error {
  override readonly name = 'NotPermitted'

  constructor(actor: Actor, permission: Permission, siteKey: string | null) {
    super(`${actor.name} (${actor.role}) may not ${permission} at ${siteKey ?? 'all sites'}`)
  }
}
