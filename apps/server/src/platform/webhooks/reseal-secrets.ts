import { seal, sealedBy, unseal } from '../sealing.ts'
import { nothing } from '../staff/inputs.ts'
import { recordAction } from '../staff/record-action.ts'
import { type Act, staffVerb } from '../staff/staff-verb.ts'
import { type EndpointDeps, SECRETS } from './endpoints.ts'

export interface Resealed {
  /** Endpoints whose secrets lie under the present key since now. */
  readonly resealed: number
  /** Endpoints whose secret no known key opens: they are told nothing until it is a new one. */
  readonly lost: number
}

/**
 * Seals the secrets of all endpoints with the present key, so that a former one may go. The secrets stay as they are, and no receiver
 * notices. Endpoints of all sites: the key is the deployment's.
 */
export const resealSecrets = staffVerb({
  name: 'keys reseal',
  permission: 'deployment:write',
  reach: 'deployment',
  input: nothing,
  run: sealAnew,
})

function sealAnew(deps: EndpointDeps, _: object, act: Act): Promise<Resealed> {
  const keys = deps.tokens.seedsOf(SECRETS)
  return deps.db.transaction(async tx => {
    const endpoints = await tx
      .selectFrom('webhook_endpoints')
      .select(['id', 'secret', 'former_secret as former'])
      .where('removed_at', 'is', null)
      .orderBy('id')
      // A sale that tells of itself keeps its endpoint until its commit, and waits for nobody here.
      .forNoKeyUpdate()
      .execute()
    let [resealed, lost] = [0, 0]
    for (const { id, secret, former } of endpoints) {
      const sealed = [secret, former].map(one => (one === null ? null : resealedBy(keys, id, one)))
      const [newest = null, before = null] = sealed
      if (newest === 'lost') lost += 1
      const changed = {
        ...(Buffer.isBuffer(newest) && { secret: newest }),
        ...(Buffer.isBuffer(before) && { former_secret: before }),
      }
      if (Object.keys(changed).length === 0) continue
      resealed += 1
      await tx.updateTable('webhook_endpoints').set(changed).where('id', '=', id).execute()
    }
    await recordAction(tx, act, {
      subject: 'webhooks',
      details: { resealed, lost },
    })
    return { resealed, lost }
  })
}

/** Null for what the present key seals already. */
function resealedBy(keys: readonly Buffer[], id: string, sealed: Buffer): Buffer | 'lost' | null {
  if (sealedBy(keys, id, sealed) === 0) return null
  const text = unseal(keys, id, sealed)
  return text === undefined ? 'lost' : seal(keys, id, text)
}
