/** The permissions of the staff of a venue, and the roles that bundle them (decision 67). */

export const PERMISSIONS = [
  /** Find orders, read their time lines and the door list; addresses are masked. */
  'orders:read',
  /** See how a buyer is reached. */
  'orders:contact',
  /** Correct addresses, move visits, keep notes. */
  'orders:write',
  /** Send letters, and see them as they were sent. */
  'letters:send',
  'refunds:write',
  /** Agree to what another person asked for: large refunds, cancelled visits. */
  'refunds:approve',
  /** Issue tickets that nobody pays for. */
  'tickets:issue',
  /** See what is on sale, sold and left; no money, no persons. */
  'stock:read',
  /** Stop and resume the sale, change capacities and shares. */
  'sales:write',
  /** See the visits that the house cancelled, and how far that is. */
  'visits:read',
  'visits:cancel',
  /** Import and export sheets; each sheet asks for the permission of what it has. */
  'sheets:write',
  'catalogue:write',
  'coupons:write',
  /** The words of screens and mails. */
  'words:write',
  'members:write',
  /** Hand out the addresses of those who take the mail magazine. */
  'magazine:read',
  /** Hand out all that is held about one visitor. */
  'persons:read',
  /** Erase a visitor. */
  'persons:erase',
  /** The notices above every screen for a certain time. */
  'notices:write',
  'gate:write',
  'money:read',
  /** Close a month, match payouts. */
  'money:close',
  /** Settings and looks of a site. */
  'sites:write',
  /** Make and end what others come in by, or are signed with: keys of resellers and gates, secrets of webhooks. */
  'keys:write',
  'staff:write',
  'actions:read',
  /** Keys, upgrades and payments of the whole deployment. */
  'deployment:write',
] as const

export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = [
  'owner',
  'manager',
  'planner',
  'box_office',
  'marketing',
  'accountant',
  'auditor',
] as const

export type Role = (typeof ROLES)[number]

const ALL_BUT_OWNERS: readonly Permission[] = ['staff:write', 'deployment:write', 'money:close']

/** Giving money back is a permission of its own: who plans the calendar need not touch money, who keeps the books need not plan. */
export const PERMISSIONS_OF: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  manager: PERMISSIONS.filter(permission => !ALL_BUT_OWNERS.includes(permission)),
  planner: [
    'stock:read',
    'sales:write',
    'visits:read',
    'sheets:write',
    'catalogue:write',
    'coupons:write',
    'words:write',
    'notices:write',
    'sites:write',
  ],
  box_office: [
    'orders:read',
    'orders:contact',
    'orders:write',
    'letters:send',
    'refunds:write',
    'tickets:issue',
    'stock:read',
    'visits:read',
    'gate:write',
  ],
  marketing: ['stock:read', 'sheets:write', 'coupons:write', 'words:write', 'notices:write', 'magazine:read'],
  accountant: [
    'orders:read',
    'refunds:write',
    'refunds:approve',
    'stock:read',
    'visits:read',
    'money:read',
    'money:close',
    'actions:read',
  ],
  auditor: ['orders:read', 'stock:read', 'visits:read', 'money:read', 'actions:read'],
}

export function isRole(x: unknown): x is Role {
  return ROLES.some(role => role === x)
}
