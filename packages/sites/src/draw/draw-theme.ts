import { mix, readable } from './colors.ts'

const DAY = { ground: '#fbfbf9', surface: '#ffffff', sunken: '#f2f2ee', ink: '#1a1d1f' } as const
const NIGHT = { ground: '#121416', surface: '#1b1e21', sunken: '#0c0e0f', ink: '#eef0f1' } as const

interface Shades {
  readonly accent: string
  readonly strong: string
  readonly soft: string
}

/** The colour of a house as each scheme can show it. */
export function accentsOf(color: string): { readonly light: Shades; readonly dark: Shades } {
  const byDay = (shade: string): string => mix(shade, '#ffffff', 0.9)
  const byNight = (shade: string): string => mix(shade, NIGHT.ground, 0.82)
  const light = readable(color, '#000000', shade => [DAY.ground, DAY.sunken, byDay(shade)])
  const dark = readable(color, '#ffffff', shade => [NIGHT.surface, byNight(shade), '#101214'])
  return {
    light: { accent: light, strong: mix(light, '#000000', 0.3), soft: byDay(light) },
    dark: { accent: dark, strong: mix(dark, '#ffffff', 0.4), soft: byNight(dark) },
  }
}

/** A quiet theme with one colour, readable in both schemes. */
export function drawTheme(key: string, color: string): string {
  const { light, dark } = accentsOf(color)
  return `/* Colours of the house, by day and by night. docs/sites.md explains each token. */
:root {
  --color-ground: light-dark(${DAY.ground}, ${NIGHT.ground});
  --color-surface: light-dark(${DAY.surface}, ${NIGHT.surface});
  --color-sunken: light-dark(${DAY.sunken}, ${NIGHT.sunken});
  --color-ink: light-dark(${DAY.ink}, ${NIGHT.ink});
  --color-ink-soft: light-dark(#565c60, #aab1b6);
  --color-line: light-dark(#dedfdb, #33383c);
  --color-control: light-dark(#7a7f83, #848c92);
  --color-accent: light-dark(${light.accent}, ${dark.accent});
  --color-accent-strong: light-dark(${light.strong}, ${dark.strong});
  --color-accent-soft: light-dark(${light.soft}, ${dark.soft});
  --color-on-accent: light-dark(#ffffff, #101214);

  --radius-s: 4px;
  --radius-m: 8px;
  --radius-l: 12px;
  --radius-card: 12px;
  --radius-button: 8px;
  --radius-day: 8px;
  --rule: 1px solid;
  --edge: 1px solid;
  --enter: rise;
  --mark: url('/sites/${key}/mark.svg');
}
`
}
