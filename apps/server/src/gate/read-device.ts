import type { GateDevice } from '@kippu/contract/gate'
import type { Site } from '@kippu/sites/site'

import type { Deps } from '../platform/deps.ts'
import type { SiteContent } from '../sites/content/site-content.ts'

export interface GateDeps extends Deps {
  readonly content: SiteContent
}

/** A device that is enrolled, as the staff's screens name it. */
export async function readDevice(
  { db, content }: Pick<GateDeps, 'db' | 'content'>,
  site: Site,
  deviceId: string,
): Promise<GateDevice> {
  const lang = await content.chooseLanguage(site.key, undefined)
  const named = await db.read(read =>
    read
      .selectFrom('gate_devices as device')
      .innerJoin('gates', 'gates.id', 'device.gate_id')
      .select(['device.name as device_name', 'gates.name as gate_name'])
      .where('device.id', '=', deviceId)
      .executeTakeFirstOrThrow(),
  )
  return { ...named, site_name: site.name[lang], lang }
}
