import { putLanguagesCall, putMethodsCall, readOffersCall } from '@kippu/contract/console/offers'
import { LANGUAGES } from '@kippu/domain/language'
import { isSalesChannel } from '@kippu/domain/states/ticket'
import type { Site } from '@kippu/sites/site'
import type { FastifyInstance } from 'fastify'

import { offeredMethod } from '../../payments/apple-pay/offered-method.ts'
import { putMethods, readMethods } from '../../payments/methods/change-methods.ts'
import type { LastAction } from '../../platform/staff/last-actions.ts'
import { putLanguages, readLanguages } from '../../sites/content/change-languages.ts'
import { moment } from '../moment.ts'
import { ConsoleRefusal, serveStaff, type StaffParts } from '../serve-staff.ts'

/** The methods of payment and the languages that a site offers. */
export function offerRoutes(app: FastifyInstance, parts: StaffParts): void {
  const { payments, sites } = parts.deps
  const known = (key: string): Site => {
    const site = sites.find(key)
    if (site === undefined) throw new ConsoleRefusal('not found')
    return site
  }
  serveStaff(app, parts, readOffersCall, async ({ params }, { by }) => {
    const site = known(params.site)
    const { key: siteKey } = site
    const [channels, { languages, changed }] = [
      await readMethods(by, { siteKey }),
      await readLanguages(by, { siteKey }),
    ]
    return {
      channels: channels.map(({ channel, methods, usual, changed: last }) => ({
        channel,
        methods: methods.map(({ isOffered, ...method }) => ({
          ...method,
          is_offered: isOffered,
          has_account: offeredMethod(payments, site, method.method) !== undefined,
        })),
        usual: [...usual],
        changed: shown(last),
      })),
      languages: languages.map(({ isOffered, isDefault, ...language }) => ({
        ...language,
        is_offered: isOffered,
        is_default: isDefault,
      })),
      usual_languages: [...LANGUAGES],
      languages_changed: shown(changed),
    }
  })
  serveStaff(app, parts, putMethodsCall, async ({ params: { site, channel }, body }, { by }) => {
    if (!isSalesChannel(channel)) throw new ConsoleRefusal('not found')
    return answered(await putMethods(by, { siteKey: known(site).key, channel, ...body }), channel)
  })
  serveStaff(app, parts, putLanguagesCall, async ({ params: { site }, body }, { by }) =>
    answered(await putLanguages(by, { siteKey: known(site).key, ...body }), 'languages'),
  )
}

type Done =
  | { readonly kind: 'done' }
  | { readonly kind: 'changed'; readonly theirs: readonly string[]; readonly last: LastAction | null }
  | { readonly kind: 'fault'; readonly rule: string }

function answered(done: Done, field: string): Record<never, never> {
  switch (done.kind) {
    case 'done':
      return {}
    case 'fault':
      throw new ConsoleRefusal('invalid request', { fields: [{ field: 'after', rule: done.rule }] })
    case 'changed':
      throw new ConsoleRefusal('changed meanwhile', {
        conflicts:
          done.last === null
            ? []
            : [{ field, theirs: done.theirs, by: done.last.by, at: moment(done.last.at) }],
      })
  }
}

function shown(last: LastAction | null): { readonly by: string; readonly at: string } | null {
  return last === null ? null : { by: last.by, at: moment(last.at) }
}
