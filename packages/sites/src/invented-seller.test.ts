import { expect, test } from 'vitest'

import { demo } from '../../../demo/sites/demo/site.ts'
import { hasInventedSeller } from './invented-seller.ts'
import { SITES } from '@kippu/demo/registry'

test('every site of the demonstration is known as one', () => {
  expect(Object.values(SITES).filter(site => !hasInventedSeller(site))).toEqual([])
})

const at = (contact: string, email = contact) => ({
  mail: { ...demo.mail, contact },
  legal: { ...demo.legal, email },
})

test('a seller is invented when either of its addresses is', () => {
  const real = ['tickets@museum.jp', 'tickets@example.jp', 'tickets@myexample.com', 'tickets@test.museum']
  const invented = [
    'tickets@museum.example',
    'tickets@example.com',
    'tickets@mail.example.org',
    'a@b.invalid',
  ]
  expect(real.filter(address => hasInventedSeller(at(address)))).toEqual([])
  expect(invented.filter(address => !hasInventedSeller(at(address)))).toEqual([])
  expect(hasInventedSeller(at('tickets@museum.jp', 'tickets@museum.example'))).toBe(true)
})
