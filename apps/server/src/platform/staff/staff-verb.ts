import { mayDo, worksAt } from '@kippu/domain/staff/grants'
import type { Permission } from '@kippu/domain/staff/permission'
import * as v from 'valibot'

import type { Clock } from '../clock.ts'
import { type Actor, NotPermitted } from './actor.ts'

/**
 * Where a verb is done. `site`: at the site that its input names; null means all sites. `own sites`: at a thing found by
 * number or id, which exists only for those who work at its site. `deployment`: only for those who work at all sites.
 */
export type Reach = 'site' | 'own sites' | 'deployment'

/** The door by which somebody came in. At the command line a name is what was typed; at the console it was shown by a passkey. */
export type Via = 'cli' | 'console'

const PARTS: unique symbol = Symbol('parts')
const ASKED: unique symbol = Symbol('asked')

/** A member of the staff, with the parts of the store, which only a verb can reach. */
export interface ByStaff<Parts> {
  readonly actor: Actor
  readonly via: Via
  readonly [PARTS]: Parts
}

export function byStaff<Parts>(actor: Actor, parts: Parts, via: Via = 'cli'): ByStaff<Parts> {
  return { actor, via, [PARTS]: parts }
}

/** A verb as a permitted person does it, with what its line in `staff_actions` says. Only {@link staffVerb} and {@link actFor} make one. */
export interface Act {
  readonly actor: Actor
  readonly via: Via
  readonly clock: Clock
  /** As it is written down: `sales stop`. */
  readonly verb: string
  readonly permission: Permission
  /** Null where the verb is not done at one site. */
  readonly siteKey: string | null
  readonly [ASKED]: true
}

interface Timed {
  readonly clock: Clock
}

interface Definition<Parts, Input, Answer> {
  /** As the command is typed and as it is written down: `sales stop`. */
  readonly name: string
  readonly permission: Permission
  readonly reach: Input extends { readonly siteKey: string | null } ? Reach : Exclude<Reach, 'site'>
  readonly input: v.GenericSchema<unknown, NoInfer<Input>>
  readonly run: (parts: Parts, input: Input, act: Act) => Promise<Answer>
}

/** A thing that staff read or do. */
export interface StaffVerb<Parts, Input, Answer> {
  /** @throws NotPermitted */
  (by: ByStaff<Parts & Timed>, input: Input): Promise<Answer>
  readonly about: { readonly name: string; readonly permission: Permission; readonly reach: Reach }
}

/** Everything that staff read or do is one of these; only this file checks permissions. */
export function staffVerb<Parts, Input extends object, Answer>({
  name,
  permission,
  reach,
  input,
  run,
}: Definition<Parts, Input, Answer>): StaffVerb<Parts, Input, Answer> {
  const call = async (
    { actor, via, [PARTS]: parts }: ByStaff<Parts & Timed>,
    asked: Input,
  ): Promise<Answer> => {
    const siteKey = reach === 'site' ? siteOf(asked) : null
    const act = { actor, via, clock: parts.clock, verb: name, permission, siteKey, [ASKED]: true } as const
    ask(act, reach)
    return run(parts, v.parse(input, asked), act)
  }
  return Object.assign(call, { about: { name, permission, reach } })
}

/** The same act for a part of it that needs another permission. @throws NotPermitted */
export function actFor(act: Act, permission: Permission): Act {
  const other = { ...act, permission }
  ask(other, 'own sites')
  return other
}

/** @throws NotPermitted unless the actor works at the site; null stands for all sites. */
export function assertReaches({ actor, verb }: Act, siteKey: string | null): void {
  if (!worksAt(actor, siteKey)) throw notAt(actor, verb, siteKey)
}

function ask(act: Act, reach: Reach): void {
  const { actor, verb, permission, siteKey } = act
  if (!mayDo(actor, permission))
    throw new NotPermitted(
      'permission',
      `${verb} needs ${permission}, which the role ${actor.role} does not have`,
    )
  if (reach !== 'own sites') assertReaches(act, siteKey)
}

function notAt(actor: Actor, verb: string, siteKey: string | null): NotPermitted {
  return siteKey === null
    ? new NotPermitted('all sites', `${verb} is for those who work at all sites`)
    : new NotPermitted('site', `${actor.name} does not work at ${siteKey}`)
}

/** The site that the input names; null, which stands for all sites, where it names none. */
function siteOf(input: object): string | null {
  return 'siteKey' in input && typeof input.siteKey === 'string' ? input.siteKey : null
}
