import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { contrast } from '@kippu/sites/contrast'
import { SITE_KEYS, siteOf } from './demo-sites.ts'
import { themeDeclarations, themeFaults } from '@kippu/sites/theme-rules'

const TOKENS = path.join(import.meta.dirname, '../../apps/web/src/ui/tokens.css')

test('contrast is that of WCAG: black on white 21, a colour on itself 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#123456', '#123456')).toBe(1)
})

describe.each(SITE_KEYS)('theme of %s', key => {
  const file = path.join(import.meta.dirname, '../sites', key, 'theme.css')
  const theme = readFileSync(file, 'utf8')
  const tokens = readFileSync(TOKENS, 'utf8')

  test('sets all colours, the shapes that tokens.css has, and nothing else; and is readable in both schemes', () => {
    expect(themeFaults(theme, { isDark: siteOf(key).look.scheme === 'dark', tokens })).toEqual([])
    const names = themeDeclarations(theme)?.map(({ name }) => name) ?? []
    expect(names.filter(name => name !== 'color-scheme' && !tokens.includes(`${name}:`))).toEqual([])
  })

  test('has a mark, and the paper is quiet: no colour of it is denser than half', () => {
    expect(readFileSync(path.join(import.meta.dirname, '../sites', key, 'mark.svg'), 'utf8')).toContain(
      'viewBox="0 0 40 40"',
    )
    const paper = /--paper: ([^;]+);/.exec(theme)?.[1] ?? ''
    const densest = Math.max(0, ...[...paper.matchAll(/\/ (\d+(?:\.\d+)?)%\)/g)].map(m => Number(m[1])))
    expect(densest).toBeLessThan(60)
  })
})
