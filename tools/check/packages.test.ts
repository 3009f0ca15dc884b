import { expect, test } from 'vitest'

import { faultsOfAudit, faultsOfInventory } from './packages.ts'

const HASHES = [{ alg: 'SHA-512', content: '00' }]
const OURS = { purl: 'pkg:npm/ours@1.0.0', properties: [{ name: 'cdx:npm:package:private', value: 'true' }] }

test('a package of an inventory says its contents; ours need not', () => {
  const whole = { purl: 'pkg:npm/whole@1.0.0', hashes: HASHES }
  expect(faultsOfInventory({ components: [whole, OURS] })).toEqual([])
  const bare = { purl: 'pkg:npm/bare@1.0.0', hashes: [{ alg: 'SHA-1' }] }
  expect(faultsOfInventory({ components: [whole, bare] })).toEqual([
    'pkg:npm/bare@1.0.0: no SHA-512 of its contents',
  ])
  expect(faultsOfInventory({ components: [OURS] })).toEqual(['the inventory has no package'])
})

test('a high or critical vulnerability is a fault, a lower one is not, and silence is', () => {
  const found = (severity: string) => faultsOfAudit({ vulnerabilities: { left: { severity } } })
  expect([found('high'), found('critical')]).toEqual([['left: high'], ['left: critical']])
  expect([found('moderate'), faultsOfAudit({ vulnerabilities: {} })]).toEqual([[], []])
  expect(faultsOfAudit({ error: { summary: '405' } })).toEqual(['no advisories: {"error":{"summary":"405"}}'])
})
