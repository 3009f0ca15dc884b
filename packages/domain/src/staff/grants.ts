import { type Permission, PERMISSIONS_OF, type Role } from './permission.ts'

/** The rights of somebody on the list of staff. */
export interface Rights {
  readonly role: Role
  /** Null: all sites of the deployment. */
  readonly siteKeys: readonly string[] | null
}

/** The people of the venues by name, without those who left. */
export type StaffList = ReadonlyMap<string, Rights>

export interface Grant {
  readonly name: string
  /** Null: they leave. */
  readonly rights: Rights | null
}

/** Before anybody is on the list, the person who has the deployment's variables is its owner. */
const OWNER_OF_ALL: Rights = { role: 'owner', siteKeys: null }

/** Whether the role has the permission. Where they have it, {@link worksAt} says. */
export function mayDo({ role }: Pick<Rights, 'role'>, permission: Permission): boolean {
  return PERMISSIONS_OF[role].includes(permission)
}

/** Null asks for all sites of the deployment. */
export function worksAt({ siteKeys }: Pick<Rights, 'siteKeys'>, siteKey: string | null): boolean {
  return siteKeys === null || (siteKey !== null && siteKeys.includes(siteKey))
}

/** The rights of somebody as the list stands; undefined for nobody on it. */
export function rightsIn(staff: StaffList, name: string): Rights | undefined {
  return staff.size === 0 ? OWNER_OF_ALL : staff.get(name)
}

export type RefusedGrant = 'not permitted' | 'no_owner_left' | 'unknown'

/**
 * The list after somebody gave or took rights, or why it stays as it is. Only those who have all rights give any, so
 * that nobody ever gives what they do not have; and somebody always has all of them.
 */
export function afterGrant(staff: StaffList, by: string, { name, rights }: Grant): StaffList | RefusedGrant {
  const own = rightsIn(staff, by)
  if (own === undefined || !mayDo(own, 'staff:write') || !worksAt(own, null)) return 'not permitted'
  const after = new Map(staff)
  if (rights === null) after.delete(name)
  else after.set(name, rights)
  if (![...after.values()].some(isOwnerOfAll)) return 'no_owner_left'
  return rights === null && !staff.has(name) ? 'unknown' : after
}

function isOwnerOfAll({ role, siteKeys }: Rights): boolean {
  return role === OWNER_OF_ALL.role && siteKeys === null
}
