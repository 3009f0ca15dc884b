import * as v from 'valibot'

/** Parts of the inputs of verbs. */

export const site = { siteKey: v.string() }

export const atSite = v.object(site)

/** A verb that asks for nothing but who calls it. */
export const nothing = v.object({})

export const day = v.pipe(v.string(), v.isoDate())

export const uuid = v.pipe(v.string(), v.uuid())

export const reason = v.pipe(v.string(), v.trim(), v.nonEmpty())
