import { expect, test } from 'vitest'

import { readTheme } from './read-theme.ts'

const read = (css: string) => {
  const { light, dark } = readTheme(css)
  return { light: Object.fromEntries(light), dark: Object.fromEntries(dark) }
}

test('a colour of each scheme in one line', () => {
  const css =
    ':root {\n  --color-ink: light-dark(#1c1740, #F1EEFB);\n  --color-on-accent:light-dark( #ffffff,#171045 );\n}'
  expect(read(css)).toEqual({
    light: { ink: '#1c1740', 'on-accent': '#ffffff' },
    dark: { ink: '#f1eefb', 'on-accent': '#171045' },
  })
})

test('a block for the dark scheme overrides what stands outside of it', () => {
  const css = `
    :root { --color-ink: #111111; --color-line: #222222; }
    @media (prefers-color-scheme: dark) {
      :root { --color-ink: #eeeeee; }
    }
    :root { --color-accent: #333333; }`
  expect(read(css)).toEqual({
    light: { ink: '#111111', line: '#222222', accent: '#333333' },
    dark: { ink: '#eeeeee', line: '#222222', accent: '#333333' },
  })
})

test('a house that is dark in both schemes has plain colours', () => {
  const css = ':root { color-scheme: dark; --color-ground: #100d28; }'
  expect(read(css)).toEqual({ light: { ground: '#100d28' }, dark: { ground: '#100d28' } })
})

test('other tokens, comments and colours with a share of light are left out', () => {
  const css = `:root {
    /* --color-ink: #000000; */
    --radius-l: 14px;
    --color-veil: light-dark(rgb(17 26 21 / 48%), rgb(0 0 0 / 62%));
    --color-line: light-dark(#dddddd, #333333);
    --color-mixed: color-mix(in srgb, #ffffff, #000000);
    --color-ground: #ffffff;
  }`
  expect(read(css)).toEqual({
    light: { line: '#dddddd', ground: '#ffffff' },
    dark: { line: '#333333', ground: '#ffffff' },
  })
})
