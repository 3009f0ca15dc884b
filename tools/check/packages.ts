import * as v from 'valibot'

const inventory = v.object({
  components: v.array(
    v.object({
      purl: v.string(),
      hashes: v.optional(v.array(v.object({ alg: v.string() })), []),
      properties: v.optional(v.array(v.object({ name: v.string() })), []),
    }),
  ),
})

/** Packages of an inventory, as `npm sbom` writes it, whose contents it does not say. Ours have none. */
export function faultsOfInventory(written: unknown): readonly string[] {
  const bought = v
    .parse(inventory, written)
    .components.filter(({ properties }) => properties.every(({ name }) => name !== 'cdx:npm:package:private'))
  if (bought.length === 0) return ['the inventory has no package']
  return bought.flatMap(({ purl, hashes }) =>
    hashes.some(({ alg }) => alg === 'SHA-512') ? [] : [`${purl}: no SHA-512 of its contents`],
  )
}

const audit = v.object({
  vulnerabilities: v.record(v.string(), v.object({ severity: v.string() })),
})

/** Packages with a vulnerability that stops a release, as `npm audit` tells them; that nobody could be asked is a fault too. */
export function faultsOfAudit(told: unknown): readonly string[] {
  const answer = v.safeParse(audit, told)
  if (!answer.success) return [`no advisories: ${JSON.stringify(told)}`]
  return Object.entries(answer.output.vulnerabilities).flatMap(([name, { severity }]) =>
    severity === 'high' || severity === 'critical' ? [`${name}: ${severity}`] : [],
  )
}
