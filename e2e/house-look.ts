import type { Page } from '@playwright/test'

/** What a visitor would still tell of a house whose pictures and names are covered, as Chromium renders it. */
export interface HouseLook {
  /** Shapes, rules, paper, places: each either the same or not. */
  readonly traits: Readonly<Record<string, string>>
  /** Hue of the house's colour, in degrees of OKLCH. */
  readonly hue: number
}

/** Reads it from the opening, the kinds of visit, the calendar and the button of a rendered page. */
export function lookOf(page: Page): Promise<HouseLook> {
  return page.evaluate(() => {
    const style = (selector: string): CSSStyleDeclaration | null => {
      const element = document.querySelector(selector)
      return element && getComputedStyle(element)
    }
    const box = (selector: string): DOMRect =>
      document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    const corners = (of: CSSStyleDeclaration | null): string =>
      of === null
        ? ''
        : [
            of.borderTopLeftRadius,
            of.borderTopRightRadius,
            of.borderBottomRightRadius,
            of.borderBottomLeftRadius,
          ].join(' ')
    const root = getComputedStyle(document.documentElement)
    const token = (name: string): string => root.getPropertyValue(`--${name}`).trim()

    const picture = box('main h1').top === 0 ? new DOMRect() : box('main img')
    const name = box('main h1 .face')
    const words = style('main h1 + p')
    const block = document.querySelector('main h1')?.parentElement?.parentElement
    const opening = block ? getComputedStyle(block) : null
    const button = style('main section ~ * button') ?? style('main button')
    const ground = style('body')
    const paint = (color: string): [number, number, number] => {
      const canvas = document.createElement('canvas').getContext('2d')
      if (canvas === null) return [0, 0, 0]
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data
      return [r, g, b]
    }
    const linear = (value: number): number => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    }
    const hueOf = (color: string): number => {
      const [r, g, b] = paint(color).map(linear)
      const [l, m, s] = [
        Math.cbrt(0.4122 * (r ?? 0) + 0.5363 * (g ?? 0) + 0.0514 * (b ?? 0)),
        Math.cbrt(0.2119 * (r ?? 0) + 0.6807 * (g ?? 0) + 0.1074 * (b ?? 0)),
        Math.cbrt(0.0883 * (r ?? 0) + 0.2817 * (g ?? 0) + 0.63 * (b ?? 0)),
      ]
      const [x, y] = [1.978 * l - 2.4286 * m + 0.4506 * s, 0.0259 * l + 0.7828 * m - 0.8087 * s]
      return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360
    }
    const where =
      picture.width === 0
        ? 'none'
        : picture.bottom <= name.top + 4
          ? 'above'
          : picture.top >= name.bottom - 4
            ? 'below'
            : picture.left >= name.right - 4
              ? 'right'
              : picture.right <= name.left + 4
                ? 'left'
                : 'behind'
    return {
      hue: hueOf(button?.backgroundColor ?? 'black'),
      traits: {
        where,
        align: words?.textAlign ?? '',
        block: opening?.backgroundColor === 'rgba(0, 0, 0, 0)' ? 'open' : 'filled',
        corner: button?.getPropertyValue('corner-shape') ?? '',
        button: corners(button),
        picture: corners(style('main img')),
        rule: `${style('header')?.borderBottomStyle} ${style('header')?.borderBottomWidth}`,
        paper: (ground?.backgroundImage ?? '')
          .replaceAll(/url\([^)]*\)/g, '')
          .replaceAll(/rgba?\([^)]*\)/g, 'colour'),
        day: token('radius-day'),
        card: `${token('radius-card')} ${token('edge')} ${token('shadow-card')}`,
        mark: token('mark'),
        weight: style('main h1 .face')?.fontWeight ?? '',
        spacing: token('face-spacing'),
        motion: token('enter'),
        products: document.querySelector('[data-products]')?.getAttribute('data-products') ?? '',
        night: token('color-ground') === '' ? '' : String(root.colorScheme === 'dark'),
      },
    }
  })
}

/** How far two looks are apart: 0 the same, 1 nothing in common. A house's hue counts as much as three traits. */
export function distance(a: HouseLook, b: HouseLook): number {
  const names = Object.keys(a.traits)
  const differing = names.filter(name => a.traits[name] !== b.traits[name]).length
  const turn = Math.abs(a.hue - b.hue) % 360
  const hue = Math.min(turn, 360 - turn) / 180
  return (differing + 3 * hue) / (names.length + 3)
}
